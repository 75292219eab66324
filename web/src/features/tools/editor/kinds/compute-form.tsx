import { useInputInsertions } from '../insertions.ts';
import { TemplateField } from '../template-field.tsx';

export function ComputeForm() {
  const insertions = useInputInsertions();
  const names = insertions.map(({ text }) => text).join(', ');
  return (
    <TemplateField
      name="execution.compute.expression"
      label="Expression"
      description={names === '' ? 'Add input fields above to use them here.' : `You can use ${names}.`}
      placeholder="{{input.price}} * 1.2"
      rows={3}
      required
      insertions={insertions}
    />
  );
}
