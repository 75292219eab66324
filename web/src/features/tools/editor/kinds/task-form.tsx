import { Stack } from '@mantine/core';
import { SwitchField, TextField } from '../form-fields.tsx';
import { useInputInsertions } from '../insertions.ts';
import { TemplateField } from '../template-field.tsx';

export function TaskForm() {
  const insertions = useInputInsertions();
  return (
    <Stack gap="md">
      <TemplateField name="execution.task.title" label="Title" required insertions={insertions} />
      <TemplateField name="execution.task.description" label="Description" rows={4} insertions={insertions} />
      <TextField name="execution.task.assignee" label="Assignee" description="Who gets the task." maw={420} />
      <SwitchField
        name="execution.task.wait"
        label="Wait until it is done"
        description="Otherwise the call ends as soon as the task is there."
      />
    </Stack>
  );
}
