import { Stack } from '@mantine/core';
import { TextField } from '../form-fields.tsx';
import { useInputInsertions } from '../insertions.ts';
import { TemplateField } from '../template-field.tsx';

/** Asks a model directly, runs a skill, or hands over to an agent. */
export function PromptForm({ mode }: { mode: string | undefined }) {
  const isDirect = mode !== 'skill' && mode !== 'agent';
  return (
    <Stack gap="md">
      {mode === 'skill' && <TextField name="execution.prompt.skill" label="Skill" required maw={420} />}
      {!isDirect && (
        <TextField
          name="execution.prompt.agentSlug"
          label="Agent"
          description={
            mode === 'agent' ? 'Slug of the agent.' : 'Slug of the agent; left empty, any that has the skill.'
          }
          required={mode === 'agent'}
          spellCheck={false}
          maw={420}
        />
      )}
      <TemplateField
        name="execution.prompt.prompt_template"
        label="Prompt"
        description="What is asked. Inputs are written {{input.name}}."
        rows={8}
        required={isDirect}
        insertions={useInputInsertions()}
      />
      {isDirect && (
        <TextField
          name="execution.prompt.model"
          label="Model"
          description="Optional: which model answers."
          spellCheck={false}
          maw={420}
        />
      )}
    </Stack>
  );
}
