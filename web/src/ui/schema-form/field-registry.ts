import type { ComponentType } from 'react';
import type { FieldDefinition, FieldType } from './field-definition.ts';

export type FieldInputProps = {
  field: FieldDefinition;
  /** Where the form keeps the value. */
  path: string;
  /** In place of the visible label, where a column or a list already names the input. */
  spokenLabel?: string;
};

export type FieldDisplayProps = { field: FieldDefinition; value: unknown };

export type FieldComponents = { input: ComponentType<FieldInputProps>; display: ComponentType<FieldDisplayProps> };

/** One input and one display for each kind of value; variants are the component's own business. */
export type FieldRegistry = { readonly [type in FieldType]: FieldComponents };
