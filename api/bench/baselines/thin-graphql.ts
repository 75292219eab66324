// graphql-js behind a thin node:http handler: parses and validates each text once, then only executes.
import { createServer } from 'node:http';
import { type DocumentNode, execute, parse, validate } from 'graphql';
import { rootValue, schema } from './baseline-schema.ts';
import { tellAddress } from './tell-address.ts';

const documents = new Map<string, DocumentNode>();

function documentOf(query: string): DocumentNode {
  const known = documents.get(query);
  if (known) return known;
  const document = parse(query);
  const errors = validate(schema, document);
  if (errors.length > 0) throw errors[0];
  documents.set(query, document);
  return document;
}

tellAddress(
  createServer((req, res) => {
    let text = '';
    req.setEncoding('utf8');
    req.on('data', (chunk: string) => {
      text += chunk;
    });
    req.on('end', async () => {
      const { query, variables } = JSON.parse(text);
      const result = await execute({ schema, rootValue, document: documentOf(query), variableValues: variables });
      const body = JSON.stringify(result);
      const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) };
      res.writeHead(200, headers);
      res.end(body);
    });
  }),
);
