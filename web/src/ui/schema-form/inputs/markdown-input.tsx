import { Button, Textarea } from '@mantine/core';
import { Eye, Pencil } from 'lucide-react';
import { useState } from 'react';
import { MarkdownText } from '#ui/markdown/markdown-text.tsx';
import type { BoundField } from '../use-field.ts';
import classes from './inputs.module.css';

export function MarkdownInput({ control, wrapper, placeholder }: BoundField & { placeholder: string | undefined }) {
  const [previewed, setPreviewed] = useState(false);
  const name = wrapper.label ?? wrapper['aria-label'];
  const text = String(control.value ?? '');
  return (
    <div>
      <Textarea {...control} {...wrapper} placeholder={placeholder} rows={6} resize="vertical" hidden={previewed} />
      {previewed && (
        <section className={classes.preview} aria-label={`Preview of ${name}`}>
          <MarkdownText text={text === '' ? 'Nothing to preview yet.' : text} />
        </section>
      )}
      <Button
        mt={4}
        size="compact-sm"
        variant="subtle"
        aria-label={previewed ? `Edit ${name}` : `Preview ${name}`}
        leftSection={previewed ? <Pencil size={14} aria-hidden /> : <Eye size={14} aria-hidden />}
        onClick={() => setPreviewed(!previewed)}
      >
        {previewed ? 'Edit' : 'Preview'}
      </Button>
    </div>
  );
}
