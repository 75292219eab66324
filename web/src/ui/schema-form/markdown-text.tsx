import { Code, Text } from '@mantine/core';
import { Fragment } from 'react';
import classes from './displays/displays.module.css';
import { type MarkdownBlock, type MarkdownSpan, parseMarkdown, parseSpans } from './parse-markdown.ts';
import { SafeLink } from './safe-link.tsx';

/** Markdown as elements of ours: no HTML of the author's ever reaches the page. */
export function MarkdownText({ text }: { text: string }) {
  return <div className={classes.markdown}>{parseMarkdown(text).map(renderBlock)}</div>;
}

function renderBlock(block: MarkdownBlock, index: number) {
  switch (block.kind) {
    case 'heading':
      // Not a heading of the page: it belongs to a value, and the page's outline must not jump.
      return (
        <Text key={index} fw={600} size={block.level < 3 ? 'lg' : undefined}>
          <Spans text={block.text} />
        </Text>
      );
    case 'code':
      return (
        <Code key={index} block>
          {block.text}
        </Code>
      );
    case 'quote':
      return (
        <blockquote key={index}>
          <Spans text={block.text} />
        </blockquote>
      );
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul';
      const items = block.items.map((item, at) => ({ key: `${at}:${item}`, item }));
      return (
        <List key={index}>
          {items.map(({ key, item }) => (
            <li key={key}>
              <Spans text={item} />
            </li>
          ))}
        </List>
      );
    }
    default:
      return (
        <p key={index}>
          <Spans text={block.text} />
        </p>
      );
  }
}

function Spans({ text }: { text: string }) {
  return <>{parseSpans(text).map(renderSpan)}</>;
}

function renderSpan(span: MarkdownSpan, index: number) {
  switch (span.kind) {
    case 'strong':
      return <strong key={index}>{span.text}</strong>;
    case 'emphasis':
      return <em key={index}>{span.text}</em>;
    case 'code':
      return <Code key={index}>{span.text}</Code>;
    case 'link':
      return (
        <SafeLink key={index} address={span.address}>
          {span.text}
        </SafeLink>
      );
    default:
      return <Fragment key={index}>{span.text}</Fragment>;
  }
}
