import type {
  AccessorNode,
  ArrayNode,
  ConditionalNode,
  ConstantNode,
  FunctionNode,
  MathNode,
  OperatorNode,
  ParenthesisNode,
  RelationalNode,
  SymbolNode,
} from 'mathjs';
import { describe, FUNCTIONS, joinTexts, modulo, toNumber, type Value } from './expression-functions.ts';
import type { Scope } from './fill-template.ts';
import { type Expression, mistake } from './parse-expression.ts';

export const CONSTANTS: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['true', true],
  ['false', false],
  ['null', null],
  ['pi', Math.PI],
  ['e', Math.E],
]);

const ARITHMETIC: Record<string, (a: number, b: number) => number> = {
  subtract: (a, b) => a - b,
  multiply: (a, b) => a * b,
  divide: (a, b) => a / b,
  mod: modulo,
  pow: (a, b) => a ** b,
};

const isSame = (a: Value, b: Value) => a === b || JSON.stringify(a) === JSON.stringify(b);
const ORDER: Record<string, (a: number | string, b: number | string) => boolean> = {
  smaller: (a, b) => a < b,
  larger: (a, b) => a > b,
  smallerEq: (a, b) => a <= b,
  largerEq: (a, b) => a >= b,
};

function compare(fn: string, a: Value, b: Value): boolean {
  if (fn === 'equal') return isSame(a, b);
  if (fn === 'unequal') return !isSame(a, b);
  const areTexts = typeof a === 'string' && typeof b === 'string';
  return areTexts ? ORDER[fn]!(a, b) : ORDER[fn]!(toNumber(a, 'A comparison'), toNumber(b, 'A comparison'));
}

/** What can be done to one value, and to two. */
const UNARY = new Set(['not', 'unaryMinus', 'unaryPlus']);
const BINARY = new Set(['and', 'or', 'xor', 'add']);
const isComparison = (fn: string) => fn === 'equal' || fn === 'unequal' || Object.hasOwn(ORDER, fn);
const isTrue = (value: Value) => Boolean(value);

export const isOperator = ({ fn, args }: OperatorNode): boolean =>
  args.length === 1 ? UNARY.has(fn) : BINARY.has(fn) || isComparison(fn) || Object.hasOwn(ARITHMETIC, fn);

export const cannotOperate = ({ op }: OperatorNode) => mistake(`${op} cannot be used here.`);
export const noSuchName = (name: string) =>
  mistake(`There is no ${name}. Values of the input are written input.${name}.`);
export const tooMuch = (node: MathNode) =>
  mistake(`“${node.toString().slice(0, 40)}” is more than a calculation can do.`);

/** The function that a call names, if there is one that takes so many values. */
export function functionOf({ fn, args }: FunctionNode) {
  const name = (fn as unknown as MathNode).type === 'SymbolNode' ? (fn as unknown as SymbolNode).name : '';
  const entry = FUNCTIONS.get(name);
  if (!entry) throw mistake(`There is no function ${name || 'here'}. There are ${[...FUNCTIONS.keys()].join(', ')}.`);
  if (args.length < entry.least || args.length > entry.most) {
    const many = entry.least === entry.most ? entry.least : `${entry.least} to ${entry.most}`;
    throw mistake(`${name} takes ${many} ${many === 1 ? 'value' : 'values'}, not ${args.length}.`);
  }
  return entry;
}

/**
 * Works out a tree of known kinds of parts by itself, instead of letting the library do it: what is not listed here
 * cannot happen. There is no assignment, no loop, and no way to anything but own properties of the input.
 */
export function evaluateExpression({ tree, holes }: Expression, scope: Scope): Value {
  const anyHole = new RegExp([...holes.keys()].join('|'), 'g');

  function nameOf({ name }: SymbolNode): Value {
    if (holes.has(name)) return require(holes.get(name), 'A value of the input');
    if (name === 'input') return scope.input as Value;
    const constant = CONSTANTS.get(name);
    if (constant !== undefined) return constant;
    throw noSuchName(name);
  }

  function require(value: unknown, what: string): Value {
    if (value === undefined) throw mistake(`${what} is missing.`);
    return value as Value;
  }

  function property({ object, index }: AccessorNode): Value {
    const owner = work(object);
    const [step, ...more] = index.dimensions;
    const key = step && more.length === 0 ? work(step) : undefined;
    if (typeof key !== 'string' && typeof key !== 'number') throw mistake('A property is a name or a number.');
    // Lists count from 1 in square brackets, as everywhere in this language.
    const name = Array.isArray(owner) && typeof key === 'number' ? String(key - 1) : String(key);
    const isOwner = typeof owner === 'object' && owner !== null;
    if (!isOwner || !Object.hasOwn(owner, name)) throw mistake(`There is no ${key} in ${describe(owner)}.`);
    return (owner as Record<string, Value>)[name]!;
  }

  function operate(node: OperatorNode): Value {
    if (!isOperator(node)) throw cannotOperate(node);
    const { fn, op, args } = node;
    const [left, right] = args as [MathNode, MathNode | undefined];
    if (!right) {
      if (fn === 'not') return !isTrue(work(left));
      if (fn === 'unaryMinus') return -toNumber(work(left), 'The sign -');
      return toNumber(work(left), 'The sign +');
    }
    if (fn === 'and') return isTrue(work(left)) && isTrue(work(right));
    if (fn === 'or') return isTrue(work(left)) || isTrue(work(right));
    const [a, b] = [work(left), work(right)];
    if (fn === 'xor') return isTrue(a) !== isTrue(b);
    if (isComparison(fn)) return compare(fn, a, b);
    if (fn === 'add') {
      if (typeof a === 'string' || typeof b === 'string') return joinTexts([a, b]);
      return toNumber(a, op) + toNumber(b, op);
    }
    const divisor = toNumber(b, op);
    if ((fn === 'divide' || fn === 'mod') && divisor === 0) throw mistake('Something is divided by zero.');
    return ARITHMETIC[fn]!(toNumber(a, op), divisor);
  }

  /** `a < b < c`: each next pair, until one does not hold. */
  function relate({ conditionals, params }: RelationalNode): boolean {
    const values = params.map(work);
    return conditionals.every((fn, at) => compare(fn, values[at]!, values[at + 1]!));
  }

  function constant(node: ConstantNode): Value {
    const value: unknown = node.value;
    if (value === undefined) throw mistake('The expression is empty.');
    if (typeof value !== 'string' || holes.size === 0) return value as Value;
    return value.replace(anyHole, (name) => joinTexts([holes.get(name) ?? '']));
  }

  function work(node: MathNode): Value {
    switch (node.type) {
      case 'ConstantNode':
        return constant(node as ConstantNode);
      case 'SymbolNode':
        return nameOf(node as SymbolNode);
      case 'ParenthesisNode':
        return work((node as ParenthesisNode).content);
      case 'OperatorNode':
        return operate(node as OperatorNode);
      case 'RelationalNode':
        return relate(node as RelationalNode);
      case 'ConditionalNode': {
        const { condition, trueExpr, falseExpr } = node as ConditionalNode;
        return work(isTrue(work(condition)) ? trueExpr : falseExpr);
      }
      case 'FunctionNode':
        return functionOf(node as FunctionNode).run((node as FunctionNode).args.map(work));
      case 'AccessorNode':
        return property(node as AccessorNode);
      case 'ArrayNode':
        return (node as ArrayNode).items.map(work);
      default:
        throw tooMuch(node);
    }
  }

  return work(tree);
}
