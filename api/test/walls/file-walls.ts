import path from 'node:path';
import { codeOf, featureOf, isTest, roomOf, type SourceFile } from './source.ts';

export function checkLengths(files: SourceFile[], most: { product: number; test: number }): string[] {
  return files.flatMap((file) => {
    const lines = file.text.trimEnd().split('\n').length;
    const limit = file.path.endsWith('.test.ts') ? most.test : most.product;
    return lines > limit
      ? [`${file.path} has ${lines} lines, ${limit} are allowed. Split it by what it is about.`]
      : [];
  });
}

const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Small words with dashes, one suffix of a closed list, and no name that says nothing. */
export function checkNames(files: SourceFile[], suffixes: readonly string[], empty: readonly string[]): string[] {
  return files.flatMap((file) => {
    const [name, ...rest] = path.posix.basename(file.path).split('.');
    const suffix = rest.slice(0, -1).join('.');
    const folders = path.posix.dirname(file.path).split('/');
    const said =
      name!.split('-').find((word) => empty.includes(word)) ?? folders.find((folder) => empty.includes(folder));
    if (![name!, ...folders].every((part) => KEBAB.test(part)))
      return [`${file.path}: names are small words with dashes.`];
    if (said) return [`${file.path}: "${said}" says nothing. Name the file after what it does.`];
    if (suffix && !suffixes.includes(suffix)) {
      return [
        `${file.path}: .${suffix} is not one of the suffixes ${suffixes.join(' ')}. Use a dash, or add it to the list.`,
      ];
    }
    return [];
  });
}

export function checkDefaultExports(files: SourceFile[]): string[] {
  return files
    .filter((file) => !/\.config\.ts$/.test(file.path))
    .filter((file) => /\bexport\s+default\b|\bas\s+default\b/.test(codeOf(file)))
    .map((file) => `${file.path} has a default export. Export it by its name.`);
}

/** Words that belong to few places; `where` and `within` are beginnings of paths. Tests are free. */
export type WordRule = { words: RegExp; where: readonly string[]; instead: string; within?: string };

export function checkWords(files: SourceFile[], rules: readonly WordRule[]): string[] {
  return files.flatMap((file) => {
    if (isTest(file.path)) return [];
    const code = codeOf(file);
    return rules.flatMap(({ words, where, within = 'src/', instead }) => {
      if (!file.path.startsWith(within) || where.some((place) => file.path.startsWith(place))) return [];
      const found = words.exec(code);
      if (!found) return [];
      const line = code.slice(0, found.index).split('\n').length;
      return [`${file.path}:${line} says ${found[0].trim()}: ${instead}`];
    });
  });
}

/** Model → the features, rooms or files that may write it. */
export type WriterTable = Record<string, readonly string[]>;

const WRITES = 'create|createMany|createManyAndReturn|update|updateMany|updateManyAndReturn|upsert|delete|deleteMany';

export function checkWriters(files: SourceFile[], writers: WriterTable): string[] {
  const models = new Map(Object.keys(writers).map((model) => [model.charAt(0).toLowerCase() + model.slice(1), model]));
  const write = new RegExp(`\\b(${[...models.keys()].join('|')})\\s*\\.\\s*(${WRITES})\\s*\\(`, 'g');
  return files
    .filter((file) => !isTest(file.path))
    .flatMap((file) =>
      [...codeOf(file).matchAll(write)].flatMap(([said, delegate]) => {
        const model = models.get(delegate!)!;
        const home = featureOf(file.path) ?? roomOf(file.path);
        if (writers[model]!.some((writer) => writer === home || writer === file.path)) return [];
        return [
          `${file.path} says ${said}…): ${model} is written by ${writers[model]!.join(', ')}. Call a verb there.`,
        ];
      }),
    );
}

/** The models that a Prisma schema declares. */
export function modelsIn(schema: string): string[] {
  return [...schema.matchAll(/^model\s+(\w+)\s*\{/gm)].map(([, model]) => model!);
}
