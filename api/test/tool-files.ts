import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** A file of the toolkit, as a file elsewhere imports it. */
export const room = (file: string) => pathToFileURL(path.join(import.meta.dirname, '../src/toolkit', file)).href;
const zod = import.meta.resolve('zod');

export function addFile(folder: string, file: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
}

/** Drops a small tool into a folder, with what the test is about. */
export function addTool(folder: string, file: string, changes = ''): void {
  const text = `import { defineTool } from '${room('define-tool.ts')}';
    import { z } from '${zod}';
    export const tool = defineTool({
      slug: 'greet', name: 'Greet', description: 'Greets.', category: 'fun', icon: 'hand', origin: 'custom',
      input: z.object({ who: z.string() }), output: z.object({ text: z.string() }),
      execute: ({ who }) => ({ text: 'Hello ' + who }), ${changes}
    });`;
  addFile(folder, file, text);
}
