import { Button, Group, Radio, Stack, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';

const MOST = 2000;
const OTHER = '';
const NOT_CHOSEN = 'Choose a reason, or write another one.';

type DenyOption = { label: string; reason: string };
type Denial = { reason?: string; denyOption?: string };

type DenyFormProps = {
  submitting: boolean;
  label?: string;
  /** Refusals that the tool names. */
  options?: readonly DenyOption[];
  onDeny: (denial: Denial) => void;
  onCancel: () => void;
};

/** A denial without a reason helps nobody: the caller is told what is chosen or written here. */
export function DenyForm({ submitting, label = 'Deny', options = [], onDeny, onCancel }: DenyFormProps) {
  const [chosen, setChosen] = useState<string | null>(options.length > 0 ? null : OTHER);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const isOwn = chosen === OTHER;
  function submit(event: FormEvent) {
    event.preventDefault();
    const text = reason.trim();
    if (chosen === null) return setProblem(NOT_CHOSEN);
    if (isOwn && !text) return setProblem('Say why. The caller reads it and can do better.');
    if (text.length > MOST) return setProblem(`At most ${MOST} characters.`);
    setProblem(undefined);
    onDeny({ ...(text && { reason: text }), ...(!isOwn && { denyOption: chosen }) });
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs">
        {options.length > 0 && (
          <Radio.Group
            label="Why"
            required
            value={chosen}
            error={problem === NOT_CHOSEN && problem}
            onChange={(value) => {
              setChosen(value);
              setProblem(undefined);
            }}
          >
            <Stack gap="xs" mt={4}>
              {options.map((option) => (
                <Radio key={option.label} value={option.label} label={option.label} description={option.reason} />
              ))}
              <Radio value={OTHER} label="Another reason" />
            </Stack>
          </Radio.Group>
        )}
        <Textarea
          label={isOwn ? 'Reason' : 'Anything to add?'}
          description="Whoever asked for the call is told."
          required={isOwn}
          rows={3}
          value={reason}
          error={problem !== NOT_CHOSEN && problem}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" color="red" loading={submitting}>
            {label}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
