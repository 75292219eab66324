import { readFileSync, writeFileSync } from 'node:fs';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { schema } from './schema.ts';

const file = new URL('../schema.graphql', import.meta.url);
const printed = `${printSchema(lexicographicSortSchema(schema))}\n`;

if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== printed) {
    console.error('api/schema.graphql is stale. Run: node api/src/print-schema.ts');
    process.exitCode = 1;
  }
} else {
  writeFileSync(file, printed);
  console.log('api/schema.graphql is written.');
}
