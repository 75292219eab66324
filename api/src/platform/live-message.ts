import type { Bell } from './live-bell.ts';

type Row = [tenantId: string, model: string, id: string];

/** Bells on the way between processes, with the name of the process that rang them. */
export function writeBells(origin: string, bells: Bell[]): string {
  const rows: Row[] = bells.map(({ tenantId, model, id }) => [tenantId, model, id]);
  return JSON.stringify([origin, ...rows]);
}

/** The bells of another process; none of our own, and none of a message that is not ours to read. */
export function readBells(message: string, ownOrigin: string): Bell[] {
  const parsed: unknown = parse(message);
  if (!Array.isArray(parsed) || parsed[0] === ownOrigin) return [];
  return parsed.slice(1).flatMap((row) => (isRow(row) ? [{ tenantId: row[0], model: row[1], id: row[2] }] : []));
}

function parse(message: string): unknown {
  try {
    return JSON.parse(message);
  } catch {
    return undefined;
  }
}

function isRow(row: unknown): row is Row {
  return Array.isArray(row) && row.length === 3 && row.every((part) => typeof part === 'string');
}
