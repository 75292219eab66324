import { VisuallyHidden } from '@mantine/core';
import { isMedia } from '#ui/schema-form/field-definition.ts';
import { SafeLink, safeAddress } from '#ui/schema-form/safe-link.tsx';
import { formatValue, NOTHING } from './format-value.ts';
import type { Format } from './output-block.ts';
import { StoredMedia } from './stored-media.tsx';

const LINK = /^(https?|mailto):/i;
const LONGEST_ADDRESS = 2000;

export function isLink(text: string): boolean {
  return text.length <= LONGEST_ADDRESS && LINK.test(text) && !/\s/.test(text) && safeAddress(text) !== undefined;
}

/** A value in the space of a line. */
export function CellValue({ value, format }: { value: unknown; format?: Format }) {
  if (isMedia(value)) return <StoredMedia files={[value]} asFiles />;
  const text = formatValue(value, format);
  if (text === NOTHING) {
    return (
      <>
        <span aria-hidden>{NOTHING}</span>
        <VisuallyHidden>Not given</VisuallyHidden>
      </>
    );
  }
  return typeof value === 'string' && isLink(value) ? <SafeLink address={value}>{text}</SafeLink> : text;
}
