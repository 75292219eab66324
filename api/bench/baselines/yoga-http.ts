// Yoga's own HTTP handler as its documentation shows it, with its parser and validation caches.
import { createServer } from 'node:http';
import { createYoga } from 'graphql-yoga';
import { rootValue, schema } from './baseline-schema.ts';
import { tellAddress } from './tell-address.ts';

const yoga = createYoga({
  schema,
  logging: false,
  plugins: [{ onExecute: ({ args }: { args: object }) => void Object.assign(args, { rootValue }) }],
});

tellAddress(createServer(yoga));
