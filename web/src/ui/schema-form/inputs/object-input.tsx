import { variantOf } from '../field-definition.ts';
import type { FieldInputProps } from '../field-registry.ts';
import { GroupInput } from './group-input.tsx';
import { JsonInput } from './json-input.tsx';

export function ObjectInput(props: FieldInputProps) {
  return variantOf(props.field) === 'json' ? <JsonInput {...props} /> : <GroupInput {...props} />;
}
