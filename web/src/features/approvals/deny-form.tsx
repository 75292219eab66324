import { Button, Group, Radio, Stack, Textarea } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { useDraft } from './use-drafts.ts';

const MOST = 2000;
const OTHER = '';
const NOT_CHOSEN = 'Choose a reason, or write another one.';

type DenyOption = { label: string; reason: string };
type Denial = { reason?: string; denyOption?: string };

type DenyFormProps = {
  /** What is denied; under this name an unsent reason is kept. */
  subject: string;
  submitting: boolean;
  label?: string;
  /** Refusals that the tool names. */
  options?: readonly DenyOption[];
  onDeny: (denial: Denial) => void;
  onCancel: () => void;
};

type Written = { chosen: string | null; reason: string };

/** The tool may name other refusals by now. */
function restore(kept: Written | undefined, options: readonly DenyOption[]): Written {
  const { chosen = null, reason = '' } = kept ?? {};
  const isOffered = chosen === OTHER || options.some(({ label }) => label === chosen);
  if (isOffered) return { chosen, reason };
  return { chosen: options.length > 0 ? null : OTHER, reason };
}

const writes = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  key !== ' ' && (key.length === 1 || key === 'Dead') && !ctrlKey && !metaKey && !altKey;

/** A denial without a reason helps nobody: the caller is told what is chosen or written here. */
export function DenyForm({ subject, submitting, label = 'Deny', options = [], onDeny, onCancel }: DenyFormProps) {
  const draft = useDraft<Written>(subject, 'deny');
  const [{ chosen, reason }, setWritten] = useState(() => restore(draft.read(), options));
  const [problem, setProblem] = useState<string>();
  const text = useRef<HTMLTextAreaElement>(null);
  const isOwn = chosen === OTHER;
  function write(written: Written) {
    setWritten(written);
    draft.keep(written);
    setProblem(undefined);
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    const said = reason.trim();
    if (chosen === null) return setProblem(NOT_CHOSEN);
    if (isOwn && !said) return setProblem('Say why. The caller reads it and can do better.');
    if (said.length > MOST) return setProblem(`At most ${MOST} characters.`);
    setProblem(undefined);
    onDeny({ ...(said && { reason: said }), ...(!isOwn && { denyOption: chosen }) });
  }
  // Whoever types means to write, wherever the focus is: the letter lands where the focus is by the time it is typed.
  function follow(event: KeyboardEvent) {
    if (event.target !== text.current && writes(event)) text.current?.focus();
  }
  return (
    <form onSubmit={submit} onKeyDown={follow} noValidate>
      <Stack gap="xs">
        {options.length > 0 && (
          <Radio.Group
            label="Why"
            required
            value={chosen}
            error={problem === NOT_CHOSEN && problem}
            onChange={(value) => write({ chosen: value, reason })}
          >
            <Stack gap="xs" mt={4}>
              {options.map((option) => (
                <Radio
                  key={option.label}
                  value={option.label}
                  label={option.label}
                  description={option.reason}
                  data-autofocus={option.label === chosen || undefined}
                />
              ))}
              <Radio value={OTHER} label="Another reason" />
            </Stack>
          </Radio.Group>
        )}
        <Textarea
          ref={text}
          label={isOwn ? 'Reason' : 'Anything to add?'}
          description="Whoever asked for the call is told."
          required={isOwn}
          rows={3}
          value={reason}
          error={problem !== NOT_CHOSEN && problem}
          data-autofocus={isOwn || undefined}
          onChange={({ currentTarget }) => write({ chosen: chosen ?? OTHER, reason: currentTarget.value })}
        />
        <Group justify="flex-end" gap="xs">
          <Button
            variant="default"
            onClick={() => {
              draft.keep(undefined);
              onCancel();
            }}
          >
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
