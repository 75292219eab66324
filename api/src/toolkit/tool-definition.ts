import type { ZodObject, ZodType, z } from 'zod';
import type { ToolContext } from './tool-context.ts';

export type CodeOrigin = 'system' | 'custom' | 'bundle';
export type PermissionPolicy = 'auto' | 'always_ask';
export type ExecutionType = 'gateway' | 'external' | 'space' | 'internal';
export type ToolVisibility = 'visible' | 'hidden' | 'result-only';

export type RequiredSecret = { key: string; type: 'text'; label: string; optional?: boolean };
export type InputExample = { label: string; input: Record<string, unknown> };
/** A refusal that approvers can choose by its name; the caller is told its reason. */
export type DenyOption = { label: string; reason: string };
export type OutputSection = {
  key: string;
  label: string;
  type: 'summary' | 'table' | 'chart' | 'radar' | 'ranking' | 'custom';
  config?: Record<string, unknown>;
};
/** What is known before a call, to decide whether the tool is offered at all. */
export type AvailabilityContext = Pick<ToolContext, 'tenantSlug' | 'agentSlug' | 'spaceId' | 'permissions' | 'source'>;

/** One atomic action: what it is called, what it takes and gives, who may use it, and how it is done. */
export type ToolDefinition<Input extends ZodObject = ZodObject, Output extends ZodType = ZodType, Host = unknown> = {
  slug: string;
  name: string;
  description: string;
  category: string;
  /** Name of a Lucide icon. */
  icon: string;
  input: Input;
  output: Output;
  origin: CodeOrigin;
  requiredPermission?: string;
  permissionPolicy: PermissionPolicy;
  /** Only these tenants have it; missing or empty means all. */
  tenantSlugs: readonly string[];
  requiredSecrets: readonly RequiredSecret[];
  requiredEnv: readonly string[];
  inputExamples: readonly InputExample[];
  /** Given out by the runtime itself, by category; not to be switched on by hand. */
  harness: boolean;
  executionType: ExecutionType;
  visibility: ToolVisibility;
  display?: { customUI: string };
  outputSections: readonly OutputSection[];
  /** Names of input and output fields whose values are masked in histories, at any depth; `a.b` is a b within an a. */
  sensitiveFields: readonly string[];
  /** What approvers can answer with one press when they refuse a call. */
  denyOptions: readonly DenyOption[];
  collaborative: boolean;
  /** How long a call may take; 30 seconds otherwise. */
  timeoutMs?: number;
  /** Whether a call that broke off may simply be made again. */
  retrySafe?: boolean;
  /** Whether it works out its answer from its input alone: nothing else is read, nothing changes. */
  pure?: boolean;
  aggregate?(submissions: readonly z.output<Input>[]): unknown;
  available?(ctx: AvailabilityContext): boolean;
  /** For the few whose calls differ in what they need; without it, `permissionPolicy` holds for every call. */
  policyFor?(input: z.output<Input>): PermissionPolicy;
  /** For the few whose input depends on who asks. */
  inputFor?(ctx: AvailabilityContext): Input;
  /** What a call would do, in data that a person can judge: rows touched, money moved, text sent. Changes nothing itself. */
  preview?(input: z.output<Input>, ctx: AvailabilityContext): Promise<unknown> | unknown;
  execute(input: z.output<Input>, ctx: ToolContext<Host>): Promise<z.input<Output>> | z.input<Output>;
};

type Defaulted =
  | 'permissionPolicy'
  | 'tenantSlugs'
  | 'requiredSecrets'
  | 'requiredEnv'
  | 'inputExamples'
  | 'harness'
  | 'executionType'
  | 'visibility'
  | 'outputSections'
  | 'sensitiveFields'
  | 'denyOptions'
  | 'collaborative';

/** What an author writes: the rest has defaults. */
export type ToolAuthoring<Input extends ZodObject, Output extends ZodType, Host> = Omit<
  ToolDefinition<Input, Output, Host>,
  Defaulted
> &
  Partial<Pick<ToolDefinition<Input, Output, Host>, Defaulted>>;
