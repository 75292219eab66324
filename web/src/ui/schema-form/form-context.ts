import { createContext, type ReactNode, useContext } from 'react';
import type { FieldDefinition, MediaValue } from './field-definition.ts';
import type { FieldRegistry } from './field-registry.ts';

/** `embed` is the form inside of somebody else's page: settings for operators are left out. */
export type FormMode = 'internal' | 'embed';

export type UploadFile = (file: File, onProgress: (share: number) => void, signal: AbortSignal) => Promise<MediaValue>;

export type EntityPickerProps = {
  id: string;
  field: FieldDefinition;
  entityType: string | undefined;
  multiple: boolean;
  label: string;
  description: string | undefined;
  required: boolean;
  error: string | undefined;
  /** One id, or a list of ids when `multiple`. */
  value: string | string[];
  onChange: (value: string | string[]) => void;
  onBlur: () => void;
};

export type SchemaFormServices = {
  mode: FormMode;
  renderEntityPicker?: (props: EntityPickerProps) => ReactNode;
  uploadFile?: UploadFile;
  /** The address of a stored file; without it, files are shown by name only. */
  fileUrl?: (file: MediaValue) => string;
};

export type SchemaFormContext = SchemaFormServices & {
  registry: FieldRegistry;
  /** Says something to screen readers. */
  announce: (message: string) => void;
  /** After entries came or went: checks again what has been checked before. */
  recheck: (path: string) => void;
  /** Inputs that still wait for a file. */
  uploading: Set<string>;
};

export const FormContext = createContext<SchemaFormContext | undefined>(undefined);

export function useSchemaForm(): SchemaFormContext {
  const context = useContext(FormContext);
  if (!context) throw new Error('Put this input inside of a SchemaForm.');
  return context;
}
