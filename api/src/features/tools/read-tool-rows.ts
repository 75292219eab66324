import { Prisma } from '#generated/prisma/client.ts';
import type { Database } from '#platform/database.ts';
import type { ToolRow } from './tool-row.ts';

const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const { inputSchema: _derived, ...READ_FIELDS } = Prisma.ToolScalarFieldEnum;
const COLUMNS = Object.values(READ_FIELDS).map((field) => `${columnOf(field)} AS "${field}"`);
const READ = `SELECT ${COLUMNS.join(', ')} FROM tools WHERE tenant_id = ANY($1::uuid[])`;

/** All tools of some tenants. A shelf may hold thousands, and the ORM takes more than twice as long for them. */
export async function readToolRows(owner: Database['owner'], tenantIds: string[]): Promise<ToolRow[]> {
  return (await owner.query<ToolRow>(READ, [tenantIds])).rows;
}
