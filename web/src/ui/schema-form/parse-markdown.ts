export type MarkdownBlock =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph' | 'quote' | 'code'; text: string }
  | { kind: 'list'; ordered: boolean; items: string[] };

export type MarkdownSpan =
  | { kind: 'text' | 'strong' | 'emphasis' | 'code'; text: string }
  | { kind: 'link'; text: string; address: string };

const BULLET = /^\s*(?:[-*+]|(\d{1,9})[.)])\s+(.*)$/;
const HEADING = /^(#{1,6})\s+(.*)$/;
const QUOTE = /^>\s?(.*)$/;
const FENCE = /^\s*```/;

/** The common part of Markdown, without HTML: what is not known stays text. */
export function parseMarkdown(source: string): MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  const lines = source.split(/\r?\n/);
  let open = false;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!;
    if (FENCE.test(line)) {
      let last = at + 1;
      while (last < lines.length && !FENCE.test(lines[last]!)) last += 1;
      blocks.push({ kind: 'code', text: lines.slice(at + 1, last).join('\n') });
      at = last;
      open = false;
      continue;
    }
    const block = parseLine(line);
    const previous = open ? blocks.at(-1) : undefined;
    open = block !== undefined;
    if (block && !(previous && join(previous, block))) blocks.push(block);
  }
  return blocks;
}

function parseLine(line: string): MarkdownBlock | undefined {
  if (line.trim() === '') return undefined;
  const heading = HEADING.exec(line);
  if (heading) return { kind: 'heading', level: heading[1]!.length, text: heading[2]! };
  const quote = QUOTE.exec(line);
  if (quote) return { kind: 'quote', text: quote[1]! };
  const bullet = BULLET.exec(line);
  if (bullet) return { kind: 'list', ordered: bullet[1] !== undefined, items: [bullet[2]!] };
  return { kind: 'paragraph', text: line };
}

/** Lines of the same kind without an empty one between them belong together. */
function join(previous: MarkdownBlock, block: MarkdownBlock): boolean {
  if (previous.kind === 'list' && block.kind === 'list' && previous.ordered === block.ordered) {
    previous.items.push(...block.items);
    return true;
  }
  if (previous.kind !== block.kind || (block.kind !== 'paragraph' && block.kind !== 'quote')) return false;
  if (previous.kind === 'paragraph' || previous.kind === 'quote') previous.text += `\n${block.text}`;
  return true;
}

// Each run is bounded, so that a page of brackets or stars costs no more than its length.
const SPAN =
  /`([^`\n]{1,1000})`|\*\*([^*\n]{1,1000})\*\*|\*([^*\s][^*\n]{0,1000})\*|\[([^\]\n]{1,500})\]\(([^()\s]{1,2000})\)/g;

export function parseSpans(text: string): MarkdownSpan[] {
  const spans: MarkdownSpan[] = [];
  let at = 0;
  for (const match of text.matchAll(SPAN)) {
    if (match.index > at) spans.push({ kind: 'text', text: text.slice(at, match.index) });
    spans.push(toSpan(match));
    at = match.index + match[0].length;
  }
  if (at < text.length) spans.push({ kind: 'text', text: text.slice(at) });
  return spans;
}

function toSpan([whole, code, strong, emphasis, label, address]: RegExpExecArray): MarkdownSpan {
  if (code !== undefined) return { kind: 'code', text: code };
  if (strong !== undefined) return { kind: 'strong', text: strong };
  if (emphasis !== undefined) return { kind: 'emphasis', text: emphasis };
  if (label !== undefined && address !== undefined) return { kind: 'link', text: label, address };
  return { kind: 'text', text: whole };
}
