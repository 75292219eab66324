import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const call = /\bgraphql\(\s*`\s*(?:query|mutation|subscription|fragment)\s+(\w+)[^`]*`,?\s*\)/gu;
const generated = /^export const \w+ = (\{.*\}) as unknown as /gmu;

type Document = { definitions: { name: { value: string } }[] };

/**
 * The generated `graphql()` looks each document up in one list of all documents, which would be part of the first load.
 * The build puts each document where it is used instead, so that a page's queries travel with the page.
 */
export function inlineDocuments(generatedFile: URL): Plugin {
  const documents = new Map<string, string>();
  return {
    name: 'inline-documents',
    enforce: 'pre',
    apply: 'build',
    buildStart() {
      for (const [, code = ''] of readFileSync(generatedFile, 'utf8').matchAll(generated)) {
        const [first] = (JSON.parse(code) as Document).definitions;
        if (first) documents.set(first.name.value, code);
      }
    },
    transform: {
      filter: { id: { include: /\.tsx?$/u, exclude: /src\/gql\// }, code: 'graphql(`' },
      handler(code) {
        return code.replaceAll(call, (_match, name: string) => {
          const document = documents.get(name);
          if (!document) throw new Error(`There is no generated document for ${name}: run the code generation again.`);
          return document;
        });
      },
    },
  };
}
