import { Button, SegmentedControl, Stack, Text } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { useController, useFieldArray, useWatch } from 'react-hook-form';
import entries from '#ui/schema-form/entries.module.css';
import { NEW_ROW } from './condition-row.ts';
import { ConditionRowInputs } from './condition-row-inputs.tsx';
import type { RuleValues } from './rule-values.ts';
import { ToolPicker } from './tool-picker.tsx';
import { useConditionFields } from './use-condition-fields.ts';

const MOST_ROWS = 20;

export function ConditionBuilder() {
  const { fields: rows, append, remove } = useFieldArray<RuleValues, 'rows'>({ name: 'rows' });
  const { field: joiner } = useController<RuleValues, 'joiner'>({ name: 'joiner' });
  const tools = useWatch<RuleValues, 'match.tools'>({ name: 'match.tools' });
  const [chosen, setChosen] = useState<string | null>(null);
  const sample = chosen ?? tools[0] ?? null;
  const fields = useConditionFields(sample);
  const root = useRef<HTMLDivElement>(null);

  /** Focus would go nowhere with the row that held it. */
  function focusLater(what: string) {
    requestAnimationFrame(() => [...(root.current?.querySelectorAll<HTMLElement>(what) ?? [])].at(-1)?.focus());
  }

  return (
    <Stack gap="sm" ref={root}>
      {rows.length > 0 && (
        <ToolPicker
          label="Fields of the tool"
          description="Only helps to choose fields; it does not narrow the rule. Any field can also be typed."
          placeholder="Search a tool"
          value={sample}
          onChange={setChosen}
        />
      )}
      {rows.length > 1 && (
        <SegmentedControl
          aria-label="How the comparisons are joined"
          data={[
            { value: 'and', label: 'All must hold' },
            { value: 'or', label: 'One is enough' },
          ]}
          value={joiner.value}
          onChange={joiner.onChange}
        />
      )}
      {rows.length > 0 ? (
        <ol className={entries.entries} aria-label="Comparisons">
          {rows.map(({ id }, index) => (
            <ConditionRowInputs
              key={id}
              index={index}
              fields={fields}
              onRemove={() => {
                remove(index);
                focusLater('[data-add-row]');
              }}
            />
          ))}
        </ol>
      ) : (
        <Text size="sm" c="dimmed">
          No condition: whatever the arguments are.
        </Text>
      )}
      <div>
        <Button
          variant="default"
          size="sm"
          leftSection={<Plus size={16} aria-hidden />}
          disabled={rows.length >= MOST_ROWS}
          data-add-row
          onClick={() => {
            append(NEW_ROW, { shouldFocus: false });
            focusLater('[data-row-field]');
          }}
        >
          Add comparison
        </Button>
      </div>
    </Stack>
  );
}
