import type { MathNode } from 'mathjs';
import { findValue, type Scope } from './fill-template.ts';
import { ToolFailure } from './tool-result.ts';

const LONGEST = 4_000;
const MOST_NODES = 500;
const DEEPEST = 40;
const HOLE = /\{\{([^{}]*)\}\}/g;

export const mistake = (message: string) => new ToolFailure('INVALID_EXPRESSION', message);

export type Expression = { tree: MathNode; holes: ReadonlyMap<string, unknown> };

/**
 * Puts a name in the place of each hole, exactly as long, so that positions stay true. Values never become a part of
 * the text: they are looked up when the tree is worked out, and cannot bring operators or names with them.
 */
function nameHoles(text: string, scope: Scope) {
  const holes = new Map<string, unknown>();
  const named = text.replace(HOLE, (written, inside: string) => {
    const name = `_${holes.size}`.padEnd(written.length, '_');
    holes.set(name, findValue(inside, scope));
    return name;
  });
  return { named, holes };
}

/** The parser calls itself for each bracket; so many at once would be its end. */
function checkDepth(text: string): void {
  let depth = 0;
  for (const [at, sign] of [...text].entries()) {
    if ('([{'.includes(sign)) depth += 1;
    if (')]}'.includes(sign)) depth -= 1;
    if (depth > DEEPEST) throw mistake(`More than ${DEEPEST} brackets within each other, at character ${at + 1}.`);
  }
}

function explain(error: unknown): ToolFailure {
  if (!(error instanceof SyntaxError)) return mistake('The expression is too complicated to be read.');
  const at = 'char' in error && typeof error.char === 'number' ? ` at character ${error.char}` : '';
  const what = error.message.replace(/\s*\(char \d+\)/, '');
  return mistake(`The expression cannot be read${at}: ${what}.`);
}

/** Reads an expression into a tree, bounded in length, depth and size. The library is loaded when first needed. */
export async function parseExpression(text: string, scope: Scope): Promise<Expression> {
  if (text.length > LONGEST) throw mistake(`An expression has at most ${LONGEST.toLocaleString('en')} characters.`);
  if (text.trim() === '') throw mistake('The expression is empty.');
  const { named, holes } = nameHoles(text, scope);
  checkDepth(named);
  const { parse } = await import('mathjs/number');
  let tree: MathNode;
  try {
    tree = parse(named);
  } catch (error) {
    throw explain(error);
  }
  let nodes = 0;
  tree.traverse(() => {
    nodes += 1;
    if (nodes > MOST_NODES) throw mistake(`An expression has at most ${MOST_NODES} parts.`);
  });
  return { tree, holes };
}
