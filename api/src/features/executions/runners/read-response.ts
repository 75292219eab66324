import { isUtf8 } from 'node:buffer';
import { STATUS_CODES } from 'node:http';
import { parseExactly } from '#platform/exact-json.ts';
import type { EgressResponse } from '#platform/http.ts';
import { nestsDeeperThan } from '#platform/nesting.ts';
import type { Redaction } from '#platform/redact-values.ts';
import { ToolFailure } from '#toolkit/tool-result.ts';

const DEEPEST = 200;
const LONGEST_EXCERPT = 300;
const PASSING = new Set([429, 502, 503, 504]);
const MEDIA = /^(image\/(?!svg)|audio\/|video\/|font\/|application\/(pdf|zip)\b)/;

const hostOf = ({ url }: EgressResponse) => new URL(url).hostname;
const typeOf = ({ headers }: EgressResponse) => (headers['content-type'] ?? '').toLowerCase();
const isJson = (response: EgressResponse) => /^[^;]*[/+]json\s*(;|$)/.test(typeOf(response));

function textOf(response: EgressResponse): string {
  const [, charset = 'utf-8'] = /charset="?([\w-]+)/.exec(typeOf(response)) ?? [];
  try {
    return new TextDecoder(charset).decode(response.body);
  } catch {
    return response.body.toString('utf8');
  }
}

/** Fails for every answer that is no success, with the beginning of what it says; no value that is to be found in it is cut in two. */
export function requireSuccess(response: EgressResponse, redactions: readonly Redaction[]): void {
  const { status } = response;
  if (status >= 200 && status < 300) return;
  const said = (isFile(response) ? '' : textOf(response)).replace(/\s+/g, ' ').trim();
  const end = Math.min(...redactions.map(({ cut }) => cut(said, LONGEST_EXCERPT)), LONGEST_EXCERPT);
  const excerpt = said.length > LONGEST_EXCERPT ? `${said.slice(0, end)}…` : said;
  const words = [`${hostOf(response)} answered ${status}`, STATUS_CODES[status]].filter(Boolean).join(' ');
  throw new ToolFailure('HTTP_ERROR', excerpt ? `${words}: ${excerpt}` : `${words}.`, {
    retryable: PASSING.has(status),
  });
}

export function readJson(response: EgressResponse): unknown {
  const fail = (what: string) => new ToolFailure('INVALID_RESPONSE', `${hostOf(response)} answered ${what}.`);
  if (response.body.length === 0) return null;
  if (!isJson(response)) throw fail(`${typeOf(response) || 'something without a type'} instead of application/json`);
  let json: unknown;
  try {
    // Ids of some services have more digits than a number holds, and what is beyond all numbers would become null.
    json = parseExactly(textOf(response), (digits) => digits);
  } catch {
    throw fail('JSON that cannot be read');
  }
  if (nestsDeeperThan(json, DEEPEST)) throw fail(`JSON that lies more than ${DEEPEST} levels deep`);
  return json;
}

/** Whether it answered with bytes instead of words. Where its type leaves that open, the bytes tell. */
export function isFile(response: EgressResponse): boolean {
  const { body } = response;
  const type = typeOf(response);
  if (body.length === 0 || isJson(response)) return false;
  if (MEDIA.test(type)) return true;
  if (type.includes('charset=')) return false;
  return body.includes(0) || !(type.startsWith('text/') || isUtf8(body));
}

/** The body itself where it is JSON, else its text. */
export function readAnswer(response: EgressResponse): unknown {
  if (response.body.length === 0) return null;
  return isJson(response) ? readJson(response) : { text: textOf(response) };
}
