import { Code } from '@mantine/core';
import { MarkdownText } from '#ui/markdown/markdown-text.tsx';
import { Collapsible } from '../collapsible.tsx';
import { variantOf } from '../field-definition.ts';
import type { FieldDisplayProps } from '../field-registry.ts';
import { toPlainText } from '../to-plain-text.ts';
import classes from './displays.module.css';

const FIRST_LOOK = 400;
const FIRST_LINES = 8;

export function TextDisplay({ field, value }: FieldDisplayProps) {
  const text = toPlainText(value);
  const variant = variantOf(field);
  const beginning = text.slice(0, FIRST_LOOK).split('\n', FIRST_LINES).join('\n');
  const Body = variant === 'code' ? CodeText : variant === 'markdown' ? MarkdownText : PlainText;
  return (
    <Collapsible long={beginning.length < text.length} short={<Body text={`${beginning}…`} />} name={field.label}>
      <Body text={text} />
    </Collapsible>
  );
}

function CodeText({ text }: { text: string }) {
  return (
    <Code block className={classes.code}>
      {text}
    </Code>
  );
}

function PlainText({ text }: { text: string }) {
  return <span className={classes.text}>{text}</span>;
}
