// The floor: node:http that reads a JSON body and answers a fixed one.
import { createServer } from 'node:http';
import { tellAddress } from './tell-address.ts';

const answer = Buffer.from(JSON.stringify({ data: { __typename: 'Query' } }));
const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': answer.length };

tellAddress(
  createServer((req, res) => {
    let text = '';
    req.setEncoding('utf8');
    req.on('data', (chunk: string) => {
      text += chunk;
    });
    req.on('end', () => {
      JSON.parse(text);
      res.writeHead(200, headers);
      res.end(answer);
    });
  }),
);
