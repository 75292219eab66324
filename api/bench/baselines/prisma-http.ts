// node:http over the read that our list of members makes: what is left of a list when GraphQL is taken away.
import { createServer } from 'node:http';
import { openDatabase } from '../../src/platform/database.ts';
import { tellAddress } from './tell-address.ts';

const { system } = await openDatabase({ url: process.env.DATABASE_URL!, folder: null });
const { id: tenantId } = await system.tenant.findUniqueOrThrow({ where: { slug: 'demo' } });

tellAddress(
  createServer((req, res) => {
    let text = '';
    req.setEncoding('utf8');
    req.on('data', (chunk: string) => {
      text += chunk;
    });
    req.on('end', async () => {
      JSON.parse(text);
      const include = { user: true, role: true } as const;
      const rows = await system.membership.findMany({ where: { tenantId }, orderBy: { id: 'asc' }, take: 21, include });
      const edges = rows.slice(0, 20).map(({ id, user: { name, email }, role: { slug } }) => ({
        node: { id, user: { name, email }, role: { slug } },
      }));
      const body = JSON.stringify({ data: { members: { edges } } });
      const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) };
      res.writeHead(200, headers);
      res.end(body);
    });
  }),
);
