// node:http that writes two rows for each request, one after the other, each with a commit of its own.
import { createServer } from 'node:http';
import pg from 'pg';
import { tellAddress } from './tell-address.ts';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
await pool.query(`CREATE TABLE events (
  id bigserial PRIMARY KEY, session uuid NOT NULL DEFAULT gen_random_uuid(), type text NOT NULL, payload json NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now())`);
const insert = { name: 'insert', text: 'INSERT INTO events (type, payload) VALUES ($1, $2)' };

tellAddress(
  createServer((req, res) => {
    let text = '';
    req.setEncoding('utf8');
    req.on('data', (chunk: string) => {
      text += chunk;
    });
    req.on('end', async () => {
      const payload = JSON.stringify(JSON.parse(text));
      await pool.query({ ...insert, values: ['tool.started', payload] });
      await pool.query({ ...insert, values: ['tool.completed', payload] });
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(payload),
      };
      res.writeHead(200, headers);
      res.end(payload);
    });
  }),
);
