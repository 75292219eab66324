import type { AccessorNode, ConstantNode, FunctionNode, MathNode, OperatorNode, SymbolNode } from 'mathjs';
import { CONSTANTS, cannotOperate, functionOf, isOperator, noSuchName, tooMuch } from './evaluate-expression.ts';
import { mistake, parseExpression } from './parse-expression.ts';
import { ToolFailure } from './tool-result.ts';

const PLAIN = new Set(['ConstantNode', 'ParenthesisNode', 'RelationalNode', 'ConditionalNode', 'ArrayNode']);

type ExpressionSurvey = {
  /** Why it can never be worked out; null when that depends on the values. */
  problem: string | null;
  /** The inputs it names, each as the way to it: `input.customer.name` is customer, name. */
  inputs: string[][];
};

/** `a.b["c"]` as a, and the steps b and c. */
function chainOf(node: AccessorNode): { root: MathNode; steps: MathNode[] } {
  const steps: MathNode[] = [];
  let root: MathNode = node;
  while (root.type === 'AccessorNode') {
    const { object, index } = root as AccessorNode;
    if (index.dimensions.length !== 1) throw mistake('A property is a name or a number.');
    steps.unshift(index.dimensions[0]!);
    root = object;
  }
  return { root, steps };
}

/** The way as far as it is known before anything is worked out. */
function knownSteps(steps: readonly MathNode[]): string[] {
  const unknown = steps.findIndex(({ type }) => type !== 'ConstantNode');
  return steps.slice(0, unknown < 0 ? undefined : unknown).map((step) => String((step as ConstantNode).value));
}

/** Every input that an expression names, in its words or in its holes. */
export async function inputsNamedIn(text: string): Promise<string[][]> {
  const { inputs } = await surveyExpression(text);
  const holes = [...text.matchAll(/\{\{([^{}]*)\}\}/g)].map(([, inside]) => inside!.trim().split('.'));
  return [...inputs, ...holes.map((steps) => (steps[0] === 'input' ? steps.slice(1) : steps))];
}

/** Looks at an expression without any values. What works it out knows the same names, functions and parts. */
export async function surveyExpression(text: string): Promise<ExpressionSurvey> {
  const inputs: string[][] = [];
  let holes: ReadonlyMap<string, unknown>;

  function look(node: MathNode): void {
    if (node.type === 'SymbolNode') {
      const { name } = node as SymbolNode;
      if (!holes.has(name) && name !== 'input' && !CONSTANTS.has(name)) throw noSuchName(name);
    } else if (node.type === 'AccessorNode') {
      const { root, steps } = chainOf(node as AccessorNode);
      if (root.type === 'SymbolNode' && (root as SymbolNode).name === 'input') inputs.push(knownSteps(steps));
      [root, ...steps].forEach(look);
    } else if (node.type === 'FunctionNode') {
      functionOf(node as FunctionNode);
      (node as FunctionNode).args.forEach(look);
    } else {
      if (node.type === 'OperatorNode') {
        if (!isOperator(node as OperatorNode)) throw cannotOperate(node as OperatorNode);
      } else if (!PLAIN.has(node.type)) throw tooMuch(node);
      if (node.type === 'ConstantNode' && (node as ConstantNode).value === undefined) {
        throw mistake('The expression is empty.');
      }
      node.forEach(look);
    }
  }

  try {
    const expression = await parseExpression(text, { input: {} });
    holes = expression.holes;
    look(expression.tree);
    return { problem: null, inputs };
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    return { problem: error.message, inputs };
  }
}
