import { z } from 'zod';

const text = z.string().min(1).max(200);

/** What the form of a tool says differently from its schema. The schema still decides what is accepted. */
const fieldChange = z.strictObject({
  label: text.optional(),
  description: z.string().max(500).optional(),
  placeholder: text.optional(),
  variant: text.optional(),
});

const formGroup = z.strictObject({
  title: text.optional(),
  description: z.string().max(500).optional(),
  /** Names of top-level fields, in this order. */
  fields: z.array(text).min(1),
  columns: z.union([z.literal(1), z.literal(2)]).default(1),
  /** Behind a fold; a page that embeds the form leaves it out. */
  additional: z.boolean().default(false),
});

export const formSpecShape = z.strictObject({
  groups: z.array(formGroup).min(1),
  fields: z.record(z.string(), fieldChange).default({}),
  submitLabel: text.optional(),
});

const format = z.enum(['text', 'number', 'currency', 'percent', 'years', 'date']);
const column = z.strictObject({ key: text, label: text.optional(), format: format.optional() });
const block = { path: text, title: text.optional() };

export const viewSpecShape = z.strictObject({
  blocks: z
    .array(
      z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('stats'), ...block, items: z.array(column).min(1) }),
        z.strictObject({ kind: z.literal('table'), ...block, columns: z.array(column).min(1) }),
        z.strictObject({
          kind: z.literal('chart'),
          ...block,
          type: z.enum(['line', 'bar', 'area']),
          x: column,
          series: z.array(column).min(1),
        }),
      ]),
    )
    .min(1),
});

export type FormSpec = z.output<typeof formSpecShape>;
export type ViewSpec = z.output<typeof viewSpecShape>;
/** Beside a tool in code: how people meet it. Plain data, so that any client can draw it. */
export type ToolUi = { tool: string; form?: FormSpec; view?: ViewSpec };
export type ToolUiAuthoring = {
  tool: string;
  form?: z.input<typeof formSpecShape>;
  view?: z.input<typeof viewSpecShape>;
};

const defined = new WeakSet<object>();

export const isDefinedToolUi = (value: unknown): value is ToolUi =>
  typeof value === 'object' && value !== null && defined.has(value);

export function defineToolUi({ tool, form, view }: ToolUiAuthoring): ToolUi {
  const ui = {
    tool,
    ...(form && { form: formSpecShape.parse(form) }),
    ...(view && { view: viewSpecShape.parse(view) }),
  };
  defined.add(ui);
  return Object.freeze(ui);
}
