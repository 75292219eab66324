/** What every face of a tool tells. */
export type FacedTool = { slug: string; description: string; inputSchema: unknown };

/** How models and MCP clients call a tool: they know no colons. */
function outsideName(slug: string): string {
  return slug.replaceAll(':', '_');
}

const toJson = (value: unknown) => JSON.stringify(value, null, 2);

type Examples = readonly { label: string; input: unknown }[];

/** What a model is told about the tool: the server puts examples behind the description. */
export function aiSdkFace({ slug, description, inputSchema }: FacedTool, examples: Examples): string {
  const lines = examples.map(({ label, input }) => `- ${label}: ${JSON.stringify(input)}`);
  const told = lines.length > 0 ? [description, '', 'Examples of input:', ...lines].join('\n') : description;
  return toJson({ type: 'function', name: outsideName(slug), description: told, inputSchema });
}

/** One entry of `tools/list`. */
export function mcpFace({ slug, description, inputSchema }: FacedTool): string {
  return toJson({ name: outsideName(slug), description, inputSchema });
}

/** Models count about four characters of JSON as a token; spaces for people are not sent. */
export function estimateTokens(json: string): number {
  return Math.ceil(JSON.stringify(JSON.parse(json)).length / 4);
}

export function graphqlFace(slug: string): string {
  return `query {
  tool(slug: ${JSON.stringify(slug)}) {
    slug
    name
    description
    inputSchema
  }
}`;
}

const asked = 'query Tool($slug: String!) { tool(slug: $slug) { slug name description inputSchema } }';

/** Works as it stands in any POSIX shell, once the key is in the environment. A slug has no quotes. */
export function curlFace(origin: string, slug: string): string {
  return [
    `curl ${origin}/graphql \\`,
    `  -H "authorization: Bearer $TOOLCRIB_KEY" \\`,
    `  -H 'content-type: application/json' \\`,
    `  -d '${JSON.stringify({ query: asked, variables: { slug } })}'`,
  ].join('\n');
}

export function typescriptFace(origin: string, slug: string): string {
  return `const response = await fetch('${origin}/graphql', {
  method: 'POST',
  headers: {
    authorization: \`Bearer \${process.env.TOOLCRIB_KEY}\`,
    'content-type': 'application/json',
  },
  body: JSON.stringify({
    query: '${asked}',
    variables: { slug: ${JSON.stringify(slug)} },
  }),
});
const { data, errors } = await response.json();
if (errors) throw new Error(errors[0].message);
console.log(data.tool);`;
}
