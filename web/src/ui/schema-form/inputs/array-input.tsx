import { arrayLayout } from '../field-definition.ts';
import type { FieldInputProps } from '../field-registry.ts';
import { ListInput } from './list-input.tsx';
import { TagListInput } from './tag-list-input.tsx';

export function ArrayInput(props: FieldInputProps) {
  return arrayLayout(props.field) === 'tags' ? <TagListInput {...props} /> : <ListInput {...props} />;
}
