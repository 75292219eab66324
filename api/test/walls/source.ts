import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** `path` is relative to api/, with forward slashes. */
export type SourceFile = { path: string; text: string };
export type Import = { specifier: string; target: string | undefined; typeOnly: boolean };

const API = path.resolve(import.meta.dirname, '../..');
const CODE = /\.(ts|mts|mjs|js)$/;

/** Every file that people write below these folders of api/. */
export function loadSources(folders: string[]): SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(path.join(API, folder), { recursive: true, encoding: 'utf8' })
      .map((entry) => path.posix.join(folder, ...entry.split(path.sep)))
      .filter((file) => CODE.test(file) && !file.startsWith('src/generated/') && !file.includes('/node_modules/'))
      .sort()
      .map((file) => ({ path: file, text: readFileSync(path.join(API, file), 'utf8') })),
  );
}

/** Tests, measurements, and what only they use. */
export function isTest(file: string): boolean {
  return /^(test|bench)\//.test(file) || /\.test\.ts$|-test-[^/]*\.ts$/.test(file);
}

/** `src/access/can.ts` is in the room "access"; files directly in src are "root", but those of the operator's client. */
export function roomOf(file: string): string {
  const [top, next, ...rest] = file.split('/');
  if (top !== 'src') return top!;
  if (rest.length > 0) return next!;
  return next!.startsWith('cli') ? 'cli' : 'root';
}

export function featureOf(file: string): string | undefined {
  return /^src\/features\/([^/]+)\//.exec(file)?.[1];
}

const REGEX_MAY_FOLLOW = /(?:^|[=(,:;!&|?{}[+\-*%<>~^]|\b(?:return|typeof|case|in|of))\s*$/;

function endOfRegex(text: string, start: number): number {
  let inClass = false;
  for (let at = start + 1; at < text.length && text[at] !== '\n'; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '[') inClass = true;
    else if (text[at] === ']') inClass = false;
    else if (text[at] === '/' && !inClass) return at;
  }
  return start;
}

function endOfQuote(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === text[start] || text[at] === '\n') return at;
  }
  return text.length;
}

function blankOut(text: string): string {
  let code = '';
  const braces: number[] = [];
  const blank = (end: number) => {
    code += text.slice(code.length, end).replace(/[^\n]/g, ' ');
  };
  const keep = (end: number) => {
    code += text.slice(code.length, end);
  };
  function skipTemplate(): void {
    let at = code.length;
    while (at < text.length && text[at] !== '`' && !text.startsWith('${', at)) at += text[at] === '\\' ? 2 : 1;
    blank(at);
    const isHole = text[at] === '$';
    keep(at + (isHole ? 2 : 1));
    if (isHole) braces.push(0);
  }

  while (code.length < text.length) {
    const at = code.length;
    const char = text[at]!;
    if (text.startsWith('//', at)) blank(text.indexOf('\n', at) < 0 ? text.length : text.indexOf('\n', at));
    else if (text.startsWith('/*', at)) blank(text.indexOf('*/', at) < 0 ? text.length : text.indexOf('*/', at) + 2);
    else if (char === "'" || char === '"') {
      keep(at + 1);
      blank(endOfQuote(text, at));
      keep(code.length + 1);
    } else if (char === '`') {
      keep(at + 1);
      skipTemplate();
    } else if (char === '/' && REGEX_MAY_FOLLOW.test(code.slice(-40))) {
      keep(at + 1);
      blank(endOfRegex(text, at));
      if (code.length < text.length && text[code.length] === '/') keep(code.length + 1);
    } else {
      keep(at + 1);
      if (braces.length === 0) continue;
      if (char === '{') braces[braces.length - 1]! += 1;
      if (char === '}') {
        if (braces.at(-1) === 0) {
          braces.pop();
          skipTemplate();
        } else braces[braces.length - 1]! -= 1;
      }
    }
  }
  return code;
}

const known = new WeakMap<SourceFile, { code: string; imports?: Import[] }>();

function readingOf(file: SourceFile): { code: string; imports?: Import[] } {
  const reading = known.get(file) ?? { code: blankOut(file.text) };
  known.set(file, reading);
  return reading;
}

/** The same text at the same places, with comments and the insides of texts and patterns turned into spaces. */
export const codeOf = (file: SourceFile): string => readingOf(file).code;

const IMPORT = /\b(?:import|export)(\s+type)?\s*(?:[\w*${},\s]*?\bfrom\s*|\(\s*)?(?=['"])/g;

function targetOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return path.posix.join('src', specifier.slice(1));
  return specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier) : undefined;
}

function findImports(file: SourceFile): Import[] {
  return [...codeOf(file).matchAll(IMPORT)].map((match) => {
    const start = match.index + match[0].length;
    const specifier = file.text.slice(start + 1, endOfQuote(file.text, start));
    return { specifier, target: targetOf(file.path, specifier), typeOnly: match[1] !== undefined };
  });
}

/** Static, re-exporting, side-effect and dynamic imports; `target` is missing for packages. */
export function importsOf(file: SourceFile): Import[] {
  const reading = readingOf(file);
  reading.imports ??= findImports(file);
  return reading.imports;
}
