import { programCall } from '#features/tools/program-call.ts';
import { toGraphqlLiteral } from './graphql-literal.ts';

/** A server that nobody has set up otherwise reads 1,000 of them; the rest of the document has less than 100. */
const MOST_TOKENS = 900;

/** The call as one document, which runs as it is; nothing where its input cannot be a part of one. */
export function toCallDocument(slug: string, input: unknown): string | undefined {
  let document = programCall.document.replace(/\(\$.*?\)/, '');
  for (const [name, value] of Object.entries(programCall.variables(slug, input))) {
    const literal = toGraphqlLiteral(value, '  ');
    if (!literal || literal.tokens > MOST_TOKENS) return undefined;
    document = document.replace(`$${name}`, () => literal.text);
  }
  return document;
}

/** The call as the body of a request, which can have any input. */
export function toCallRequest(slug: string, input: unknown): string {
  const { document, variables } = programCall;
  return JSON.stringify({ query: document, variables: variables(slug, input) }, null, 2);
}
