import { plural } from '#lib/format.ts';
import { Collapsible } from '#ui/schema-form/collapsible.tsx';
import displays from '#ui/schema-form/displays/displays.module.css';
import type { Values } from '#ui/schema-form/field-definition.ts';
import { BlockNote } from './block-note.tsx';
import { CellValue } from './cell-value.tsx';
import { Folded } from './folded.tsx';
import { GenericValue } from './generic-value.tsx';
import { describeColumn, propertySchema } from './output-schema.ts';

const FIRST_FIELDS = 40;
const MOST_FIELDS = 1000;

type GenericFieldsProps = { values: Values; label: string; schema?: unknown; depth: number };

export function GenericFields({ values, label, schema, depth }: GenericFieldsProps) {
  const names = Object.keys(values);
  const draw = (some: readonly string[]) => (
    <dl className={displays.fields}>
      {some.map((name) => (
        <Field key={name} name={name} value={values[name]} schema={schema} depth={depth} />
      ))}
    </dl>
  );
  return (
    <Folded depth={depth} name={label} about={plural(names.length, 'field')}>
      <Collapsible
        long={names.length > FIRST_FIELDS}
        short={draw(names.slice(0, FIRST_FIELDS))}
        name={`${label}, ${names.length} fields`}
      >
        {names.length > MOST_FIELDS && <BlockNote>The first {MOST_FIELDS} fields; all are in the JSON view.</BlockNote>}
        {draw(names.slice(0, MOST_FIELDS))}
      </Collapsible>
    </Folded>
  );
}

type FieldProps = { name: string; value: unknown; schema: unknown; depth: number };

function Field({ name, value, schema, depth }: FieldProps) {
  const { label, format } = describeColumn(name, schema);
  const formatted = format !== undefined && (typeof value === 'number' || format === 'date');
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {formatted ? (
          <CellValue value={value} format={format} />
        ) : (
          <GenericValue value={value} label={label} schema={propertySchema(schema, name)} depth={depth + 1} />
        )}
      </dd>
    </>
  );
}
