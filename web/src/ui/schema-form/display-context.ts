import { createContext } from 'react';
import type { MediaValue } from './field-definition.ts';
import type { FieldRegistry } from './field-registry.ts';

export type DisplayServices = {
  registry?: FieldRegistry;
  /** The address of a stored file; without it, files are shown by name only. */
  fileUrl?: (file: MediaValue) => string;
};

export const DisplayContext = createContext<DisplayServices>({});
