import { Code, Text } from '@mantine/core';
import { createContext, memo, type ReactNode, useContext } from 'react';
import Markdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import displays from '#ui/schema-form/displays/displays.module.css';
import { SafeLink, safeAddress } from '#ui/schema-form/safe-link.tsx';
import { isInlineImage } from '#ui/tool-output/safe-image.ts';
import classes from './markdown.module.css';

type Reader = { data: () => object };

/** Tags are no marks to the reader: they stay the text that they are. */
function withoutHtml(this: Reader) {
  const data = this.data() as { micromarkExtensions?: object[] };
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { disable: { null: ['htmlFlow', 'htmlText'] } }];
}

const plugins = [remarkGfm, withoutHtml];

const toAddress = (address: string) => (isInlineImage(address) ? address : (safeAddress(address) ?? ''));

// Not a heading of the page: it belongs to a value, and the page's outline must not jump.
const Large = ({ children }: { children?: ReactNode }) => (
  <Text fw={600} size="lg">
    {children}
  </Text>
);
const Small = ({ children }: { children?: ReactNode }) => <Text fw={600}>{children}</Text>;

/** What is wider than the page scrolls by itself. */
function Scrolled({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
    <div className={classes.scroll} role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}

const InLink = createContext(false);

/** Pictures that come with their bytes. Those on other sites are links: the page loads nothing from there. */
function Picture({ src = '', alt = '' }: { src?: string; alt?: string }) {
  const isInLink = useContext(InLink);
  if (isInlineImage(src)) return <img src={src} alt={alt} className={displays.image} />;
  const name = alt === '' ? 'Picture' : `Picture: ${alt}`;
  return isInLink ? name : <SafeLink address={src}>{name}</SafeLink>;
}

const components: Components = {
  h1: Large,
  h2: Large,
  h3: Small,
  h4: Small,
  h5: Small,
  h6: Small,
  // Without the names that footnotes bring along: two texts on one page would have the same ones.
  a: ({ href = '', children, node }) =>
    node?.properties.dataFootnoteBackref === undefined && (
      <InLink value={true}>
        <SafeLink address={href}>{children}</SafeLink>
      </InLink>
    ),
  li: ({ className, children }) => <li className={className && classes.task}>{children}</li>,
  input: ({ checked }) => (
    <span role="img" aria-label={checked ? 'Done' : 'To do'}>
      {checked ? '☑' : '☐'}
    </span>
  ),
  img: ({ src, alt }) => <Picture src={typeof src === 'string' ? src : undefined} alt={alt} />,
  code: ({ children }) => <Code>{children}</Code>,
  pre: ({ children }) => (
    <Scrolled label="Code">
      <pre>{children}</pre>
    </Scrolled>
  ),
  table: ({ children }) => (
    <Scrolled label="Table">
      <table>{children}</table>
    </Scrolled>
  ),
};

/** Markdown as elements of ours: no HTML of the author's ever reaches the page. */
export const MarkdownBody = memo(function MarkdownBody({ text }: { text: string }) {
  return (
    <div className={classes.markdown}>
      <Markdown remarkPlugins={plugins} components={components} urlTransform={toAddress}>
        {text}
      </Markdown>
    </div>
  );
});
