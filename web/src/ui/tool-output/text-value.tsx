import { Collapsible } from '#ui/schema-form/collapsible.tsx';
import displays from '#ui/schema-form/displays/displays.module.css';
import { MarkdownText } from '#ui/schema-form/markdown-text.tsx';
import { SafeLink } from '#ui/schema-form/safe-link.tsx';
import { isLink } from './cell-value.tsx';
import { isInlineImage } from './safe-image.ts';
import classes from './text-value.module.css';

/** An answer is read whole; only what would bury the page is folded. */
const FIRST_LOOK = 6000;
const LONGEST_MARKDOWN = 200_000;
const MARKDOWN = /^#{1,6} \S|^\s{0,3}[-*+] \S|^\s{0,3}\d{1,3}[.)] \S|^\s*```|^> |\*\*[^*\n]{1,200}\*\*|\]\(https?:/m;

export type TextValueProps = { text: string; label: string; markdown?: boolean };

/** Text as people wrote it, with the marks of Markdown turned into looks. Nothing in it is ever run. */
export function TextValue({ text, label, markdown = MARKDOWN.test(text.slice(0, FIRST_LOOK)) }: TextValueProps) {
  if (isInlineImage(text)) return <img src={text} alt={label} className={displays.image} />;
  if (isLink(text)) return <SafeLink address={text}>{text}</SafeLink>;
  const Body = markdown && text.length <= LONGEST_MARKDOWN ? MarkdownText : PlainText;
  return (
    <div className={classes.text}>
      <Collapsible long={text.length > FIRST_LOOK} short={<Body text={`${text.slice(0, FIRST_LOOK)}…`} />} name={label}>
        <Body text={text} />
      </Collapsible>
    </div>
  );
}

function PlainText({ text }: { text: string }) {
  return <div className={displays.text}>{text}</div>;
}
