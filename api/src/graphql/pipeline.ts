import { complexityFromQuery } from '@pothos/plugin-complexity';
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  NoSchemaIntrospectionCustomRule,
  parse,
  type Source,
  specifiedRules,
  ValuesOfCorrectTypeRule,
  validate,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Authenticator } from '#access/authenticate.ts';
import type { Credential } from '#access/credential.ts';
import { openLease } from '#access/lease.ts';
import type { Viewer } from '#access/viewer.ts';
import { LimitExceeded } from '#platform/errors.ts';
import type { Log } from '#platform/log.ts';
import type { GraphQLContext } from './builder.ts';
import { checkVariableShapes } from './check-variable-shapes.ts';
import { guardStream, type StreamContext } from './guard-stream.ts';
import { checkDocument, checkVariables, type QueryLimits } from './limits.ts';
import { LiteralShapesRule } from './literal-shapes-rule.ts';
import { maskError } from './mask-errors.ts';
import { noteDenials } from './note-denials.ts';
import { createSharing } from './share-executions.ts';

/** What the doors add to a context: how to keep watching the right of a long stream. */
export type DoorContext = GraphQLContext & StreamContext & { credential: Credential; tellBudget?: TellBudget };

export type Budget = { limit: number; left: number; waitSeconds: number };
export type TellBudget = (budget: Budget) => void;
/** Takes the cost of one operation from the budgets of its caller, or refuses it. */
export type Spend = (viewer: Viewer, costOf: () => number, tell?: TellBudget) => void;

export type PipelineOptions = {
  limits: QueryLimits;
  introspection: 'on' | 'signed-in' | 'off';
  authenticator: Authenticator;
  spend: Spend;
  log: Log;
};

/** What somebody is told who may not follow, or ask, any more. */
export const rightsEnded = () =>
  new GraphQLError('Your rights have ended.', { extensions: { code: 'UNAUTHENTICATED' } });

const KEPT_DOCUMENTS = 1_000;
const LONGEST_KEPT_QUERY = 20_000;
const MAX_VALIDATION_ERRORS = 10;
const RULES = specifiedRules.map((rule) => (rule === ValuesOfCorrectTypeRule ? LiteralShapesRule : rule));

function parseWithin(source: string | Source, maxTokens: number): DocumentNode {
  try {
    return parse(source, { maxTokens });
  } catch (error) {
    if (!/ more than \d+ tokens/.test((error as Error).message)) throw error;
    throw new LimitExceeded('TOO_MANY_TOKENS', `This query has more than the ${maxTokens} tokens that are allowed.`);
  }
}

/** The same text is parsed once; texts that fail are not kept, so that nonsense cannot push out what is used. */
function createParser(maxTokens: number): (source: string | Source) => DocumentNode {
  const kept = new Map<string, DocumentNode>();
  return (source) => {
    const text = typeof source === 'string' ? source : source.body;
    const known = kept.get(text);
    if (known) return known;
    const document = parseWithin(source, maxTokens);
    if (text.length <= LONGEST_KEPT_QUERY) {
      if (kept.size >= KEPT_DOCUMENTS) kept.delete(kept.keys().next().value!);
      kept.set(text, document);
    }
    return document;
  };
}

function createValidator(limits: QueryLimits, withIntrospection: boolean) {
  const known = new WeakMap<DocumentNode, readonly GraphQLError[]>();
  const rules = withIntrospection ? RULES : [...RULES, NoSchemaIntrospectionCustomRule];
  return (schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] => {
    const before = known.get(document);
    if (before) return before;
    checkDocument(document, limits);
    const errors = validate(schema, document, rules, {
      maxErrors: MAX_VALIDATION_ERRORS,
      hideSuggestions: true,
    });
    known.set(document, errors);
    return errors;
  };
}

/** Limits, caches and guards for every operation, whichever door it came through. */
export function createPipeline(options: PipelineOptions): Plugin<DoorContext> {
  const parseCached = createParser(options.limits.tokens);
  const validateOpen = createValidator(options.limits, true);
  const shareSubscription = createSharing();
  const validateClosed = createValidator(options.limits, false);

  function mayIntrospect(context: DoorContext): boolean {
    if (options.introspection === 'signed-in')
      return context.viewer !== undefined && context.viewer.kind !== 'anonymous';
    return options.introspection === 'on';
  }

  /** Why an operation must not run; nothing when it may. */
  function refusalOf(args: ExecutionArgs): GraphQLError | undefined {
    const { schema, document, operationName, variableValues, contextValue } = args;
    const context = contextValue as DoorContext;
    const variables = variableValues ?? {};
    const costOf = () => complexityFromQuery(document, { schema, variables, ctx: context }).complexity;
    try {
      checkVariables(variables);
      checkVariableShapes(schema, document, operationName, variables);
      options.spend(context.viewer, costOf, context.tellBudget);
      return undefined;
    } catch (error) {
      return maskError(error, context.requestId, options.log);
    }
  }

  return {
    onParse({ setParseFn }) {
      setParseFn(parseCached);
    },
    onValidate({ context, setValidationFn }) {
      setValidationFn(mayIntrospect(context) ? validateOpen : validateClosed);
    },
    onExecute({ args, setResultAndStopExecution }) {
      Object.assign(args, { hideSuggestions: true });
      const refusal = refusalOf(args);
      if (refusal) return setResultAndStopExecution({ errors: [refusal] });
      return {
        onExecuteDone({ result }) {
          if ('errors' in result && result.errors) noteDenials(args.contextValue, args, result.errors);
        },
      };
    },
    onSubscribe({ args, setResultAndStopExecution, setSubscribeFn }) {
      Object.assign(args, { hideSuggestions: true });
      const refusal = refusalOf(args);
      if (refusal) return setResultAndStopExecution({ errors: [refusal] });
      const context = args.contextValue;
      const shared = shareSubscription(args, context.viewer);
      if (shared) setSubscribeFn(shared as never);
      return {
        onSubscribeResult({ result, setResult }) {
          if (!(Symbol.asyncIterator in result)) return;
          setResult(
            guardStream<ExecutionResult>(
              result as AsyncIterable<ExecutionResult>,
              context,
              (onEnd) => openLease(options.authenticator, context.credential, onEnd),
              () => ({ errors: [rightsEnded()] }),
            ) as never,
          );
        },
      };
    },
  };
}
