/** What a schema from outside may weigh. Nodes are objects and lists; references count each time they are followed. */
export const SCHEMA_LIMITS = { bytes: 256 * 1_024, depth: 20, nodes: 2_000 } as const;

const TOO_DEEP = `The schema nests more than ${SCHEMA_LIMITS.depth} levels deep.`;
export const TOO_MANY_NODES = `The schema has more than ${SCHEMA_LIMITS.nodes} parts.`;

/** Why a schema is too large to look at; nothing when it is not. Walks without recursion, and no further than needed. */
export function findSizeProblem(schema: unknown): string | undefined {
  const waiting = [{ value: schema, depth: 1 }];
  let nodes = 0;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, depth } = next;
    if (typeof value !== 'object' || value === null) continue;
    nodes += 1;
    if (nodes > SCHEMA_LIMITS.nodes) return TOO_MANY_NODES;
    if (depth > SCHEMA_LIMITS.depth) return TOO_DEEP;
    for (const child of Object.values(value)) {
      if (typeof child === 'object' && child !== null) waiting.push({ value: child, depth: depth + 1 });
    }
  }
  const bytes = Buffer.byteLength(JSON.stringify(schema) ?? '');
  if (bytes > SCHEMA_LIMITS.bytes) return `The schema is larger than ${SCHEMA_LIMITS.bytes / 1_024} KiB.`;
  return undefined;
}
