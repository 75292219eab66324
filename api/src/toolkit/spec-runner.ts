import type { FieldError } from '#platform/errors.ts';
import type { Hidden } from './hidden-values.ts';
import type { AnyExecutionSpec, ResolvedTool } from './resolved-tool.ts';
import type { ToolContext } from './tool-context.ts';

/** One call of a tool that is not code, as its runner gets it: permitted, checked, and already in the log. */
export type SpecCall<Spec extends AnyExecutionSpec = AnyExecutionSpec, Host = unknown> = {
  spec: Spec;
  tool: ResolvedTool;
  input: Readonly<Record<string, unknown>>;
  /** Opaque id of the run; the same when a run is taken up again, so that it can serve as an idempotency key outside. */
  runId: string;
  /** What of this call is hidden from histories. */
  hidden: Hidden;
  /** Hides more of it: fields of these names, from what is written down from now on. */
  hide(names: readonly string[]): void;
  ctx: ToolContext<Host>;
};

/** How one kind of execution spec runs. Features contribute theirs as `*.runner.ts`; `toolbox.ts` gathers them. */
export type SpecRunner<Spec extends AnyExecutionSpec = AnyExecutionSpec, Host = unknown> = {
  /** As `runnerKindOf` names it: `http`, `prompt.direct` … */
  kind: string;
  /** How long a call may take when the spec does not say. */
  timeoutMs: number;
  /** Whether a call that broke off may simply be made again. */
  retrySafe(spec: Spec): boolean;
  /** Whether it works out its answer from spec and input alone: nothing else is read, nothing changes. */
  pure?: boolean;
  /** What of the input cannot be used, beyond what the fields say. Asked before there is a run, so nothing else is read. */
  check?(call: Pick<SpecCall<Spec>, 'spec' | 'tool' | 'input'>): FieldError[];
  /** What a call would do, for whoever decides about it, without doing it. What the tool calls sensitive is hidden already. */
  preview?(call: Pick<SpecCall<Spec>, 'spec' | 'tool' | 'input'>): Promise<unknown> | unknown;
  /** Whether an output has a shape that the runner itself gives it, so that what the author promises is not asked of it. */
  hasOwnShape?(output: unknown): boolean;
  /** Answers with the output, or throws; a `ToolFailure` keeps its code. */
  run(call: SpecCall<Spec, Host>): Promise<unknown>;
};
