import type { ProgramCall } from './program-call.ts';

type FacedTool = { slug: string; description: string; inputSchema: unknown };

/** How models call a tool: they know no colons. */
function outsideName(slug: string): string {
  return slug.replaceAll(':', '_');
}

/** Laid out for people. */
export const toJson = (value: unknown) => JSON.stringify(value, null, 2);

type Examples = readonly { label: string; input: unknown }[];

/** What a model is told about the tool: the server puts examples behind the description. */
export function aiSdkFace({ slug, description, inputSchema }: FacedTool, examples: Examples): string {
  const lines = examples.map(({ label, input }) => `- ${label}: ${JSON.stringify(input)}`);
  const told = lines.length > 0 ? [description, '', 'Examples of input:', ...lines].join('\n') : description;
  return toJson({ type: 'function', name: outsideName(slug), description: told, inputSchema });
}

/** Models count about four characters of JSON as a token; spaces for people are not sent. */
export function estimateTokens(json: string): number {
  return Math.ceil(JSON.stringify(JSON.parse(json)).length / 4);
}

/** The call as one text for GraphiQL and its kind, and the variables for it. */
export function graphqlFace(call: ProgramCall, slug: string, input: unknown) {
  return { document: call.document, variables: toJson(call.variables(slug, input)) };
}

/** Works as it stands in any POSIX shell, once the key is in the environment. */
export function curlFace(origin: string, call: ProgramCall, slug: string, input: unknown): string {
  const query = call.document.replace(/\s+/g, ' ');
  const body = JSON.stringify({ query, variables: call.variables(slug, input) });
  return [
    `curl ${origin}/graphql \\`,
    `  -H "authorization: Bearer $TOOLCRIB_KEY" \\`,
    `  -H 'content-type: application/json' \\`,
    `  -d '${body.replaceAll("'", String.raw`'\''`)}'`,
  ].join('\n');
}

export function typescriptFace(origin: string, call: ProgramCall, slug: string, input: unknown): string {
  return `const query = \`${call.document}\`;
const variables = ${toJson(call.variables(slug, input))};

const response = await fetch('${origin}/graphql', {
  method: 'POST',
  headers: {
    authorization: \`Bearer \${process.env.TOOLCRIB_KEY}\`,
    'content-type': 'application/json',
  },
  body: JSON.stringify({ query, variables }),
});
const { data, errors } = await response.json();
if (errors) throw new Error(errors[0].message);
console.log(data.${call.answer});`;
}
