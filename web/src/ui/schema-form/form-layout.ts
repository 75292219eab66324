import { z } from 'zod';

const text = z.string().min(1);

/** What the form says differently from the schema, which still decides what is accepted. */
const fieldChange = z.strictObject({
  label: text.optional(),
  description: z.string().optional(),
  placeholder: text.optional(),
  variant: text.optional(),
});

const group = z.strictObject({
  title: text.optional(),
  description: z.string().optional(),
  /** Names of top-level fields, in this order. */
  fields: z.array(text).min(1),
  columns: z.union([z.literal(1), z.literal(2)]).default(1),
  /** For operators: folded away, and absent in embed mode. */
  additional: z.boolean().default(false),
});

const shape = z
  .strictObject({
    groups: z.array(group).min(1),
    fields: z.record(z.string(), fieldChange).default({}),
    submitLabel: text.optional(),
  })
  .refine(({ groups }) => {
    const placed = groups.flatMap(({ fields }) => fields);
    return new Set(placed).size === placed.length;
  });

export type FieldChange = z.output<typeof fieldChange>;
export type FormLayout = z.output<typeof shape>;

/** The layout that the API describes; undefined when there is none, or none that this page understands. */
export function readFormLayout(spec: unknown): FormLayout | undefined {
  return shape.safeParse(spec).data;
}
