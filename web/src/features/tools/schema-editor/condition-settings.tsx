import { Select } from '@mantine/core';
import type { FieldDefinition, FieldType } from '#ui/schema-form/field-definition.ts';
import { ConditionValues, type Values } from './condition-values.tsx';
import { useSiblings } from './editor-context.ts';
import { messageAt } from './field-problems.ts';
import type { SettingProps } from './field-settings.tsx';
import { presentable } from './presentable-fields.ts';
import classes from './schema-editor.module.css';

/** No field can have this name. */
const ALWAYS = { value: ':always', label: 'Always' };
const SIMPLE = new Set<FieldType>(['text', 'number', 'boolean', 'enum']);

/** Whether a field waits, over any number of others, for the one of this name. */
function waitsFor(field: FieldDefinition, name: string, siblings: readonly FieldDefinition[]): boolean {
  const seen = new Set<FieldDefinition>();
  let step: FieldDefinition | undefined = field;
  while (step && !seen.has(step)) {
    if (step.visibleWhen?.field === name) return true;
    seen.add(step);
    const next: string | undefined = step.visibleWhen?.field;
    step = siblings.find((other) => other.name === next);
  }
  return false;
}

function findSources(field: FieldDefinition, siblings: readonly FieldDefinition[]): FieldDefinition[] {
  const seen = new Set(['', field.name]);
  return siblings.filter((other) => {
    if (seen.has(other.name) || !SIMPLE.has(other.type)) return false;
    seen.add(other.name);
    return !waitsFor(other, field.name, siblings);
  });
}

function startWith(source: FieldDefinition): Values {
  if (source.type === 'boolean') return [true];
  return source.type === 'enum' && source.options?.[0]?.value ? [source.options[0].value] : [];
}

/** Shows the field only while another one beside it has certain values. */
export function ConditionSettings({ field, problems, change }: SettingProps) {
  const sources = findSources(field, useSiblings());
  const condition = field.visibleWhen ?? undefined;
  const source = sources.find(({ name }) => name === condition?.field);
  const said = messageAt(problems, 'visibleWhen');
  if (sources.length === 0 && !condition) return null;

  function choose(name: string | null) {
    const next = sources.find((candidate) => candidate.name === name);
    change({ visibleWhen: next && { field: next.name, in: startWith(next) } });
  }

  const isLost = condition && !source;
  return (
    <div className={classes.pair}>
      <Select
        label="Shown when"
        data={[ALWAYS, ...sources.map(({ name, label }) => ({ value: name, label: label || name }))]}
        value={condition ? (source?.name ?? null) : ALWAYS.value}
        allowDeselect={false}
        error={isLost ? `There is no usable field ${condition.field} beside it. Choose another.` : !source && said}
        onChange={choose}
      />
      {condition && source && (
        <ConditionValues
          source={presentable(source)}
          values={condition.in}
          error={condition.in.length === 0 ? 'Give at least one value.' : said}
          onChange={(values) => change({ visibleWhen: { field: condition.field, in: values } })}
        />
      )}
    </div>
  );
}
