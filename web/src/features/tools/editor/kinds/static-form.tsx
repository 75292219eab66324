import { JsonField } from '../form-fields.tsx';

export function StaticForm() {
  return (
    <JsonField
      name="execution.static.output"
      label="Output"
      description="The JSON that every call gives back. Nothing in it is filled in."
      required
    />
  );
}
