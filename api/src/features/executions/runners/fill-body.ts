import { fillText, fillValue, isOneHole, type Scope, toText } from '#toolkit/fill-template.ts';
import { encode, type SecretOf } from './fill-request.ts';

/** Texts, also one that does not end in its line, and blanks outside of them. */
const JSON_PARTS = /"(?:[^"\\\n]|\\.)*"?|\{\{[^{}"]*\}\}|\$\{(?:secret|env)\.[^}"]*\}/g;
const CDATA = /(<!\[CDATA\[[\s\S]*?\]\]>)/;
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** How a value is written into a text. */
type Pen = (text: string) => string;
const asItIs: Pen = (text) => text;
const toEntities: Pen = (text) => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);
const toQuoted: Pen = (text) => JSON.stringify(text).slice(1, -1);

/** What blanks are filled from. */
type Source = { scope: Scope; secret: SecretOf };

const fillWith = (template: string, { scope, secret }: Source, write: Pen): string =>
  fillText(template, scope, {
    value: (value) => write(toText(value)),
    secret: (key, source) => write(secret(key, source)),
  });

/** A text that is JSON apart from holes that stand where a value could: `{"count": {{input.count}}}`. */
function parseJsonTemplate(template: string): { json: unknown } | undefined {
  // Texts are taken as they are; holes between them are put into quotes, which makes each a text of one hole.
  const quoted = template.replace(/"(?:[^"\\]|\\.)*"|\{\{[^{}"]*\}\}/g, (part) =>
    part.startsWith('"') ? part : `"${part}"`,
  );
  try {
    const json: unknown = JSON.parse(quoted);
    return typeof json === 'object' ? { json } : undefined;
  } catch {
    return undefined;
  }
}

const fillJson = (json: unknown, { scope, secret }: Source): string =>
  JSON.stringify(fillValue(json, scope, { secret }) ?? null);

/** What is JSON in the eyes of its author only: values in quotes stay within them, others are JSON by themselves. */
function fillJsonLike(template: string, source: Source): string {
  return template.replace(JSON_PARTS, (part) => {
    const isText = part.startsWith('"');
    const inside = isText ? part.slice(1, -1) : part;
    if (isOneHole(inside)) return fillJson(inside, source);
    return fillWith(part, source, isText ? toQuoted : asItIs);
  });
}

/** One JSON text a line; a value cannot begin another line. */
function fillJsonLine(line: string, source: Source): string {
  const parsed = parseJsonTemplate(line);
  return parsed ? fillJson(parsed.json, source) : fillJsonLike(line, source);
}

/** Texts between the marks of CDATA have no entities; the mark of their end is told in two of them. */
function fillXml(template: string, source: Source): string {
  const fill = (part: string, at: number) => {
    if (at % 2 === 0) return fillWith(part, source, toEntities);
    const filled = fillWith(part.slice(0, -']]>'.length), source, asItIs);
    return `${filled.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
  };
  return template.split(CDATA).map(fill).join('');
}

type Fill = (template: string, source: Source) => string;

/** By the type that the author names. What is not listed is text like any other, where values stand as they are. */
const WAYS: [type: RegExp, fill: Fill][] = [
  [/^application\/x-www-form-urlencoded$/, (template, source) => fillWith(template, source, encode)],
  [/[/+]json$/, fillJsonLike],
  [/[/+]xml$/, fillXml],
  [/^text\/html$/, (template, source) => fillWith(template, source, toEntities)],
];
const JSON_LINES = /^application\/(?:x-)?(?:ndjson|jsonl|jsonlines|json-lines|json-seq)$/;

export type FilledBody = { body: string; contentType: string };

/** The body with values that cannot break out of where they stand, if its type says what it is made of. */
export function fillBody(template: unknown, scope: Scope, secret: SecretOf, contentType = ''): FilledBody | undefined {
  if (template === undefined) return undefined;
  const source = { scope, secret };
  const type = contentType.split(';')[0]!.trim().toLowerCase();
  const text = typeof template === 'string' ? template : undefined;
  const asText = (body: string) => ({ body, contentType: 'text/plain; charset=utf-8' });
  if (text !== undefined && JSON_LINES.test(type))
    return asText(
      text
        .split('\n')
        .map((line) => fillJsonLine(line, source))
        .join('\n'),
    );
  const asJson = text === undefined ? { json: template } : parseJsonTemplate(text);
  if (asJson) return { body: fillJson(asJson.json, source), contentType: 'application/json' };
  const fill = WAYS.find(([known]) => known.test(type))?.[1];
  return asText(fill ? fill(text!, source) : fillWith(text!, source, asItIs));
}
