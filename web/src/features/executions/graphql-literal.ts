const NAME = /^[_A-Za-z]\w*$/;

export type GraphqlLiteral = { text: string; tokens: number };

/** A JSON value in the notation of GraphQL; nothing for one with names that GraphQL has no way to write. */
export function toGraphqlLiteral(value: unknown, indent = ''): GraphqlLiteral | undefined {
  if (typeof value === 'number') return { text: writeNumber(value), tokens: 1 };
  if (typeof value !== 'object' || value === null) return { text: JSON.stringify(value), tokens: 1 };
  const isList = Array.isArray(value);
  const inner = `${indent}  `;
  const lines: string[] = [];
  let tokens = 2;
  for (const [name, entry] of Object.entries(value)) {
    const literal = isList || NAME.test(name) ? toGraphqlLiteral(entry, inner) : undefined;
    if (!literal) return undefined;
    lines.push(`\n${inner}${isList ? '' : `${name}: `}${literal.text}`);
    tokens += literal.tokens + (isList ? 0 : 2);
  }
  const [open, close] = isList ? '[]' : '{}';
  return { text: lines.length === 0 ? `${open}${close}` : `${open}${lines.join('')}\n${indent}${close}`, tokens };
}

/** The server refuses whole numbers that it might round; with an exponent they are the number that JSON would have said. */
function writeNumber(value: number): string {
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? value.toExponential() : JSON.stringify(value);
}
