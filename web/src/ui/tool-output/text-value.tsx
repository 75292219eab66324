import { looksLikeMarkdown } from '#ui/markdown/looks-like-markdown.ts';
import { MarkdownText } from '#ui/markdown/markdown-text.tsx';
import { Collapsible } from '#ui/schema-form/collapsible.tsx';
import displays from '#ui/schema-form/displays/displays.module.css';
import { SafeLink } from '#ui/schema-form/safe-link.tsx';
import { isLink } from './cell-value.tsx';
import { isInlineImage } from './safe-image.ts';

/** An answer is read whole; only what would bury the page is folded. */
const FIRST_LOOK = 6000;

export type TextValueProps = { text: string; label: string; markdown?: boolean };

/** Text as people wrote it, with the marks of Markdown turned into looks. Nothing in it is ever run. */
export function TextValue({ text, label, markdown = looksLikeMarkdown(text.slice(0, FIRST_LOOK)) }: TextValueProps) {
  if (isInlineImage(text)) return <img src={text} alt={label} className={displays.image} />;
  if (isLink(text)) return <SafeLink address={text}>{text}</SafeLink>;
  const Body = markdown ? MarkdownText : PlainText;
  return (
    <Collapsible long={text.length > FIRST_LOOK} short={<Body text={`${text.slice(0, FIRST_LOOK)}…`} />} name={label}>
      <Body text={text} />
    </Collapsible>
  );
}

function PlainText({ text }: { text: string }) {
  return <div className={displays.text}>{text}</div>;
}
