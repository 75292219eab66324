import type { FieldError } from '#platform/errors.ts';
import { fillText, type Scope, type SecretSource, toText } from '#toolkit/fill-template.ts';
import { ToolFailure } from '#toolkit/tool-result.ts';

export type SecretOf = (key: string, source: SecretSource) => string;

const AUTHORITY = /^https?:\/\/[^/?#\\]+/i;
/** None that stands within a hole. */
const SLASH = /\/(?![^{}]*\})/;
const DOTS = /^(?:\.|%2e){1,2}$/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const NO_HEADER = /[\u0000-\u0008\u000a-\u001f\u007f]|[^\u0000-\u00ff]/;

const HOLE = /\{\{([^{}]*)\}\}/g;
const SECRET = /\$\{(secret|env)\.([^}]*)\}/;

/** What a caller sent does not fit where it goes; the fields are those that were to be filled in there. */
export class UnfitInput extends ToolFailure {
  readonly fields: FieldError[];
  constructor(template: string, message: string) {
    super('INVALID_INPUT', message);
    const paths = [...template.matchAll(HOLE)].map(([, hole]) => hole!.trim().split('.'));
    this.fields = paths.map(([first, ...rest]) => ({ path: first === 'input' ? rest : [first!, ...rest], message }));
  }
}

/** What a tenant or the operator keeps does not fit where it goes. No caller can help that. */
function unfitSecret(key: string, source: SecretSource, place: string): ToolFailure {
  const who = source === 'env' ? `The variable ${key} of the operator` : `The secret ${key}`;
  const how = source === 'env' ? 'The operator can correct it.' : 'Somebody who manages secrets can set it again.';
  return new ToolFailure('MISCONFIGURED', `${who} does not fit into ${place}. ${how}`);
}

/** Whoever is to blame for a part of the address that leads elsewhere: a secret, the input, or the author. */
function unfitPart(template: string): ToolFailure {
  const [, source, key] = SECRET.exec(template) ?? [];
  if (key !== undefined) return unfitSecret(key, source as SecretSource, 'the address');
  if (template.search(HOLE) >= 0)
    return new UnfitInput(template, 'A part of the address must not be “.” or “..”, which lead elsewhere.');
  return new ToolFailure('MISCONFIGURED', 'The address contains “.” or “..” as a part of its path. Change the tool.');
}

/** The host that a request goes to. It is fixed in the template, so it is known before anything is filled in. */
export function hostOf(template: string): string {
  const authority = AUTHORITY.exec(template.trim())?.[0];
  const isFixed = authority && !/\{\{|\$\{/.test(authority) && URL.canParse(authority);
  if (isFixed) return new URL(authority).hostname.replace(/\.+$/, '');
  throw new ToolFailure('EGRESS_BLOCKED', 'The host of the address must be fixed. Change the tool.');
}

/** Lone halves of surrogate pairs cannot be sent; they are replaced as everywhere else on the web. */
export const encode = (text: string) => encodeURIComponent(text.toWellFormed());

/** Every value becomes one part of a path or one value of a query, whatever signs it contains. */
export function fillUrl(template: string, scope: Scope, secret: SecretOf): string {
  const written = template.trim();
  const [authority] = AUTHORITY.exec(written)!;
  const rest = written.slice(authority.length);
  const pathEnd = rest.search(/[?#]/) < 0 ? rest.length : rest.search(/[?#]/);
  const part = (segment: string) => {
    const filled = fillText(segment, scope, {
      value: (value, hole) => {
        if (toText(value) === '') throw new UnfitInput(hole, `${hole} is a part of the address and must not be empty.`);
        return encode(toText(value));
      },
      secret: (key, source) => encode(secret(key, source)),
    });
    if (filled.split('/').some((one) => DOTS.test(one))) throw unfitPart(segment);
    return filled;
  };
  const path = rest.slice(0, pathEnd).split(SLASH).map(part).join('/');
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
    const text = fillText(template, scope, {
      value: (value, hole) => {
        const written = toText(value);
        if (!NO_HEADER.test(written)) return written;
        throw new UnfitInput(
          hole,
          `${hole} goes into the header ${name}, which cannot hold line breaks and most signs.`,
        );
      },
      secret: (key, source) => {
        const written = secret(key, source);
        if (!NO_HEADER.test(written)) return written;
        throw unfitSecret(key, source, `the header ${name}: it has a line break, or a sign that no header can hold`);
      },
    });
    if (NO_HEADER.test(text))
      throw new ToolFailure('MISCONFIGURED', `The header ${name} has signs that no header can hold. Change the tool.`);
    return [name.toLowerCase(), text.trim()];
  });
  return Object.fromEntries(filled);
}
