import { TextField } from '../form-fields.tsx';

export function ClientForm() {
  return (
    <TextField
      name="execution.client.customUI"
      label="Component of the client"
      description="The name under which the client knows it. People give the result there."
      placeholder="confirmAction"
      required
      spellCheck={false}
      maw={420}
    />
  );
}
