import { Code } from '@mantine/core';
import { CodeBlock } from '#ui/code-block.tsx';
import cells from '#ui/table-cell.module.css';
import { LONGEST_IN_LINE, valueInWords } from './tool-diff-words.ts';

/** A value of a tool as text: in the line when it is short, folded when it is long. */
export function FoldedValue({ label, value }: { label: string; value: unknown }) {
  const text = valueInWords(value);
  if (text.length <= LONGEST_IN_LINE && !text.includes('\n')) return <Code className={cells.wrap}>{text}</Code>;
  return (
    <details>
      <summary>Show all of {label}</summary>
      <CodeBlock label={label} code={text} />
    </details>
  );
}
