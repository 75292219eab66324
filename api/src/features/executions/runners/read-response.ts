import { STATUS_CODES } from 'node:http';
import { parseExactly } from '#platform/exact-json.ts';
import type { EgressResponse } from '#platform/http.ts';
import { nestsDeeperThan } from '#platform/nesting.ts';
import { ToolFailure } from '#toolkit/tool-result.ts';

const DEEPEST = 200;
const LONGEST_EXCERPT = 300;
const PASSING = new Set([429, 502, 503, 504]);

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

/** Fails for every answer that is no success, with the beginning of what it says. */
export function requireSuccess(response: EgressResponse): void {
  const { status } = response;
  if (status >= 200 && status < 300) return;
  const said = textOf(response).replace(/\s+/g, ' ').trim();
  const excerpt = said.length > LONGEST_EXCERPT ? `${said.slice(0, LONGEST_EXCERPT)}…` : said;
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
    // Ids of some services have more digits than a number holds.
    json = parseExactly(textOf(response), (digits) => digits);
  } catch {
    throw fail('JSON that cannot be read');
  }
  if (nestsDeeperThan(json, DEEPEST)) throw fail(`JSON that lies more than ${DEEPEST} levels deep`);
  return json;
}

/** The body itself where it is JSON, else its text. */
export function readAnswer(response: EgressResponse): unknown {
  if (response.body.length === 0) return null;
  if (isJson(response)) return readJson(response);
  if (response.body.includes(0)) {
    throw new ToolFailure(
      'INVALID_RESPONSE',
      `${hostOf(response)} answered with a file, and only text or JSON can be read. Call an address that gives one of these.`,
    );
  }
  return { text: textOf(response) };
}
