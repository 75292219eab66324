import { fillText, fillValue, type Scope, type SecretSource, toText } from '#toolkit/fill-template.ts';
import { ToolFailure } from '#toolkit/tool-result.ts';

export type SecretOf = (key: string, source: SecretSource) => string;

const AUTHORITY = /^https?:\/\/[^/?#\\]+/i;
const DOTS = /^(?:\.|%2e){1,2}$/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const NO_HEADER = /[\u0000-\u0008\u000a-\u001f\u007f]|[^\u0000-\u00ff]/;

const refuse = (message: string) => new ToolFailure('INVALID_INPUT', message);

/** The host that a request goes to. It is fixed in the template, so it is known before anything is filled in. */
export function hostOf(template: string): string {
  const authority = AUTHORITY.exec(template.trim())?.[0];
  const isFixed = authority && !/\{\{|\$\{/.test(authority) && URL.canParse(authority);
  if (isFixed) return new URL(authority).hostname.replace(/\.+$/, '');
  throw new ToolFailure('EGRESS_BLOCKED', 'The host of the address must be fixed. Change the tool.');
}

/** Lone halves of surrogate pairs cannot be sent; they are replaced as everywhere else on the web. */
const encode = (text: string) => encodeURIComponent(text.toWellFormed());

/** Every value becomes one part of a path or one value of a query, whatever signs it contains. */
export function fillUrl(template: string, scope: Scope, secret: SecretOf): string {
  const written = template.trim();
  const [authority] = AUTHORITY.exec(written)!;
  const rest = written.slice(authority.length);
  const pathEnd = rest.search(/[?#]/) < 0 ? rest.length : rest.search(/[?#]/);
  const path = fillText(rest.slice(0, pathEnd), scope, {
    value: (value, hole) => {
      if (toText(value) === '') throw refuse(`${hole} is a part of the address and must not be empty.`);
      return encode(toText(value));
    },
    secret: (key, source) => encode(secret(key, source)),
  });
  if (path.split('/').some((segment) => DOTS.test(segment))) {
    throw refuse('A part of the address must not be “.” or “..”, which lead elsewhere.');
  }
  const query = fillText(rest.slice(pathEnd), scope, {
    value: (value) => encode(toText(value)),
    secret: (key, source) => encode(secret(key, source)),
  });
  return authority + path + query;
}

export function fillHeaders(
  templates: Readonly<Record<string, string>>,
  scope: Scope,
  secret: SecretOf,
): Record<string, string> {
  const filled = Object.entries(templates).map(([name, template]) => {
    const text = fillText(template, scope, { secret });
    if (NO_HEADER.test(text)) throw refuse(`The header ${name} would contain signs that a header cannot hold.`);
    return [name.toLowerCase(), text.trim()];
  });
  return Object.fromEntries(filled);
}

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

export type FilledBody = { body: string; contentType: string };

/** The body with values that cannot break out of where they stand: in JSON as JSON, in forms percent-encoded. */
export function fillBody(template: unknown, scope: Scope, secret: SecretOf, contentType = ''): FilledBody | undefined {
  if (template === undefined) return undefined;
  const asJson = typeof template === 'string' ? parseJsonTemplate(template) : { json: template };
  if (asJson) {
    const body = JSON.stringify(fillValue(asJson.json, scope, { secret }) ?? null);
    return { body, contentType: 'application/json' };
  }
  const isForm = contentType.toLowerCase().startsWith('application/x-www-form-urlencoded');
  const write = isForm ? encode : (text: string) => text;
  const body = fillText(template as string, scope, {
    value: (value) => write(toText(value)),
    secret: (key, source) => write(secret(key, source)),
  });
  return { body, contentType: 'text/plain; charset=utf-8' };
}
