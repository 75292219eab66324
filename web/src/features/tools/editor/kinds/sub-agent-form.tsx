import { Stack } from '@mantine/core';
import { JsonField, SwitchField } from '../form-fields.tsx';
import { TimeLimit } from './request-fields.tsx';

export function SubAgentForm() {
  return (
    <Stack gap="md">
      <JsonField
        name="execution.subAgent.agentConfig"
        label="Agent configuration"
        description="The agent as a JSON object: its instructions, its model, its tools."
        rows={10}
        required
      />
      <SwitchField
        name="execution.subAgent.includeContext"
        label="Hand over the context"
        description="The sub-agent sees the conversation that it is called from."
      />
      <TimeLimit kind="subAgent" />
    </Stack>
  );
}
