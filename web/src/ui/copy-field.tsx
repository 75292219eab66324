import { ActionIcon, TextInput, Tooltip, VisuallyHidden } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Check, Copy } from 'lucide-react';
import classes from './copy-field.module.css';

export type CopyFieldProps = {
  label: string;
  value: string;
  description?: string;
};

/** A secret or address that is shown once: select-all on focus, a copy button, and "copied" said aloud. */
export function CopyField({ label, value, description }: CopyFieldProps) {
  const clipboard = useClipboard({ timeout: 2000 });
  const tip = clipboard.error ? 'Could not copy: select the text instead' : clipboard.copied ? 'Copied' : 'Copy';
  return (
    <div>
      <TextInput
        label={label}
        description={description}
        value={value}
        readOnly
        spellCheck={false}
        classNames={{ input: classes.input }}
        onFocus={(event) => event.currentTarget.select()}
        rightSection={
          <Tooltip label={tip}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Copy ${label}`}
              onClick={() => clipboard.copy(value)}
            >
              {clipboard.copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
            </ActionIcon>
          </Tooltip>
        }
      />
      <VisuallyHidden role="status">
        {clipboard.copied ? `${label} copied` : (clipboard.error && tip) || ''}
      </VisuallyHidden>
    </div>
  );
}
