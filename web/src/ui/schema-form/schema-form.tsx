import { useMemo, useRef } from 'react';
import { arrangeFields, type FieldGroup } from './arrange-fields.ts';
import type { FormExample } from './example-buttons.tsx';
import type { FieldDefinition, FieldProblem, Values } from './field-definition.ts';
import type { FieldRegistry } from './field-registry.ts';
import type { SchemaFormServices } from './form-context.ts';
import type { FormLayout } from './form-layout.ts';
import { SchemaFormBody } from './schema-form-body.tsx';
import type { CarriedValues } from './use-carried-values.ts';

export type SchemaFormProps = Partial<SchemaFormServices> & {
  fields: readonly FieldDefinition[];
  /** Read once; fields that it leaves out start with their own default. */
  defaultValues?: Values;
  /** Gets checked values, without hidden and empty fields. */
  onSubmit: (values: Values) => unknown;
  /** Left out, what the layout says. */
  submitLabel?: string;
  submitting?: boolean;
  /** What the server says about values, by their path; a new list is shown once. */
  serverErrors?: readonly FieldProblem[];
  examples?: readonly FormExample[];
  /** Names of fields for operators: folded away, and absent in embed mode (their defaults are still sent). */
  additional?: readonly string[];
  /** How the fields are grouped and worded; without it, one below the other. */
  layout?: FormLayout;
  registry?: FieldRegistry;
  /** From outside, what is typed outlives the form: one that gets it again starts with that. */
  carried?: CarriedValues;
  onDirtyChange?: (dirty: boolean) => void;
};

/** A form made of field definitions. */
export function SchemaForm(props: SchemaFormProps) {
  const { fields, layout, additional } = props;
  const signature = useMemo(
    () => JSON.stringify(arrangeFields(fields, layout, additional)),
    [fields, layout, additional],
  );
  // Pages may hand over a new list with each render; inputs must not render for that.
  const groups = useMemo(() => JSON.parse(signature) as FieldGroup[], [signature]);
  const stable = useMemo(() => groups.flatMap((group) => group.fields), [groups]);
  const own: CarriedValues = useRef(undefined);
  // Other fields make another form, which starts with what has been typed so far.
  return <SchemaFormBody key={signature} {...props} fields={stable} groups={groups} carried={props.carried ?? own} />;
}
