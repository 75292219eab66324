import type { FieldError } from '#platform/errors.ts';
import { CONNECTION_HEADERS } from '#platform/http-headers.ts';
import type { ExecutionSpec } from './execution-spec.ts';
import { withoutReferences } from './execution-spec-references.ts';

const AUTHORITY = /^([^/?#\\]*:)?\/\/[^/?#\\]*/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a header may hold a tab, and no other control character
const HEADER_CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f]/;
const STAND_IN = 'x';

/** Why this is no address of requests; nothing when it is one. Where it leads is judged by the guard, at each request. */
export function findUrlProblem(written: string): string | undefined {
  if (CONTROL.test(written) || /\s/.test(written.trim())) return 'An address has no spaces and line breaks.';
  const text = written.trim();
  const beginning = AUTHORITY.exec(text)?.[0] ?? text;
  if (withoutReferences(beginning, '') !== beginning || /\{\{|\$\{/.test(beginning)) {
    return 'The host must be fixed: inputs and secrets go into the path or the query only.';
  }
  const plain = withoutReferences(text, STAND_IN);
  const url = URL.canParse(plain) ? new URL(plain) : undefined;
  if (!url || !/^https?:\/\/[^/\\]/i.test(text)) return 'Write an address such as https://api.example.com/items.';
  if (url.username || url.password)
    return 'Names and passwords do not belong in an address. Use a header with a secret.';
  return undefined;
}

export function findHeaderProblems(headers: Readonly<Record<string, string>>, path: string[]): FieldError[] {
  const problems: FieldError[] = [];
  const seen = new Set<string>();
  for (const [name, value] of Object.entries(headers)) {
    const add = (message: string) => problems.push({ path: [...path, name], message });
    const lower = name.toLowerCase();
    if (CONNECTION_HEADERS.has(lower) || lower.startsWith('proxy-')) add(`${name} is set by the connection itself.`);
    if (seen.has(lower)) add(`There are two headers ${lower}.`);
    if (HEADER_CONTROL.test(value)) add('A header is one line of text.');
    seen.add(lower);
  }
  return problems;
}

/** What is wrong with the request that a tool of this kind sends. */
export function findRequestProblems(spec: ExecutionSpec): FieldError[] {
  if (spec.kind !== 'http' && spec.kind !== 'webhook') return [];
  const [word, address] = spec.kind === 'http' ? ['url', spec.url] : ['webhookUrl', spec.webhookUrl];
  const message = findUrlProblem(address);
  const problems = findHeaderProblems(spec.headers ?? {}, ['executionSpec', 'headers']);
  if (spec.kind === 'http' && spec.body !== undefined && (spec.method === 'GET' || spec.method === 'HEAD')) {
    problems.push({ path: ['executionSpec', 'body'], message: `A ${spec.method} request has no body.` });
  }
  if (spec.kind === 'webhook' && (spec.method === 'GET' || spec.method === 'HEAD')) {
    const wrong = `A webhook sends the call as a body, which ${spec.method} cannot. Choose POST.`;
    problems.push({ path: ['executionSpec', 'method'], message: wrong });
  }
  return message ? [{ path: ['executionSpec', word], message }, ...problems] : problems;
}
