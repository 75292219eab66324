export type JsonError = { at: number; line: number; column: number; message: string };

const SPACE = /[ \t\r\n]*/y;
const TEXT = /"(?:[^"\\\p{Cc}]|[\x7f-\x9f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;
const LITERAL = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;

type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | 'colon' | 'comma or end';

const NEEDED: Record<Expected, string> = {
  value: 'a value is missing here',
  'value or ]': 'a value or ] is missing here',
  name: 'a name in double quotes is missing here (and no comma may stand before })',
  'name or }': 'a name in double quotes or } is missing here',
  colon: 'a colon is missing here',
  'comma or end': 'nothing may follow here',
};

/** Browsers differ in whether they say where JSON breaks; this walks through it until it does. */
function findBreak(text: string): { at: number; message: string } | undefined {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  let at = 0;
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) at += match[0].length;
    return match !== null;
  };
  for (;;) {
    take(SPACE);
    const sign = text[at];
    const inner = open.at(-1);
    const closes = (inner === '{' && sign === '}') || (inner === '[' && sign === ']');
    if (expected === 'comma or end') {
      if (!inner) return sign === undefined ? undefined : { at, message: NEEDED[expected] };
      if (closes) open.pop();
      else if (sign === ',') expected = inner === '{' ? 'name' : 'value';
      else return { at, message: `a comma or ${inner === '{' ? '}' : ']'} is missing here` };
      at += 1;
    } else if (closes && (expected === 'name or }' || expected === 'value or ]')) {
      open.pop();
      at += 1;
      expected = 'comma or end';
    } else if (expected === 'colon') {
      if (sign !== ':') return { at, message: NEEDED[expected] };
      at += 1;
      expected = 'value';
    } else if (expected === 'name' || expected === 'name or }') {
      if (!take(TEXT)) return { at, message: NEEDED[expected] };
      expected = 'colon';
    } else if (sign === '{' || sign === '[') {
      open.push(sign);
      at += 1;
      expected = sign === '{' ? 'name or }' : 'value or ]';
    } else if (take(TEXT) || take(LITERAL)) expected = 'comma or end';
    else return { at, message: sign === '"' ? 'this text has no proper end' : NEEDED[expected] };
  }
}

/** Where a text stops being JSON, counted from 1 as editors do; undefined if it is JSON. */
export function findJsonError(text: string): JsonError | undefined {
  const found = findBreak(text);
  if (!found) return undefined;
  const before = text.slice(0, found.at).split(/\r\n|\r|\n/);
  return { at: found.at, line: before.length, column: (before.at(-1)?.length ?? 0) + 1, message: found.message };
}
