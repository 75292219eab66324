import { Button, VisuallyHidden } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Check, Copy } from 'lucide-react';
import classes from './code-block.module.css';

export type CodeBlockProps = { label: string; code: string };

/** Commands to take along, with a copy button. */
export function CodeBlock({ label, code }: CodeBlockProps) {
  const clipboard = useClipboard({ timeout: 2000 });
  const failed = clipboard.error ? 'Could not copy: select the text instead.' : '';
  return (
    <div className={classes.root}>
      <Button
        className={classes.copy}
        size="compact-sm"
        variant="subtle"
        color="gray"
        aria-label={`Copy ${label}`}
        leftSection={clipboard.copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
        onClick={() => clipboard.copy(code)}
      >
        {clipboard.copied ? 'Copied' : 'Copy'}
      </Button>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, and the keyboard must be able to scroll them */}
      <section className={classes.code} aria-label={label} tabIndex={0}>
        <pre>{code}</pre>
      </section>
      <VisuallyHidden role="status">{clipboard.copied ? `${label} copied` : failed}</VisuallyHidden>
    </div>
  );
}
