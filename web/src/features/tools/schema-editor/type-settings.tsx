import { Button, Group, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { FIELD_VARIANTS, type FieldDefinition, variantOf } from '#ui/schema-form/field-definition.ts';
import { changeType } from './change-type.ts';
import { messageAt, type Repath } from './field-problems.ts';
import type { SettingProps } from './field-settings.tsx';
import { isFieldType, TYPE_WORDS, typesAt, VARIANT_WORDS } from './field-types.ts';
import classes from './schema-editor.module.css';
import type { ChangeField } from './use-field-rows.ts';

const OF_EVERY_TYPE = ['name', 'label', 'required', 'sensitive', 'description', 'visibleWhen'] as const;
const answersTheRest: Repath = (path) => (OF_EVERY_TYPE.some((property) => property === path[0]) ? path : undefined);

/** What the field was, with what has been written since about every type. */
function backTo(before: FieldDefinition, now: FieldDefinition): FieldDefinition {
  const { name, label, required, sensitive, description, visibleWhen } = now;
  return { ...before, name, label, required, sensitive, description, visibleWhen };
}

export type TypeSettingsProps = SettingProps & { depth: number; onChange: ChangeField };

export function TypeSettings({ field, depth, problems, change, onChange }: TypeSettingsProps) {
  const [loss, setLoss] = useState<{ before: FieldDefinition; lost: string[] }>();
  const types = new Set([...typesAt(depth), field.type]);
  const variants = FIELD_VARIANTS[field.type];

  function choose(type: string | null) {
    if (type === null || !isFieldType(type) || type === field.type) return;
    const { field: next, lost } = changeType(field, type, depth);
    setLoss(lost.length > 0 ? { before: field, lost } : undefined);
    onChange(next, answersTheRest);
  }

  return (
    <div>
      <div className={classes.pair}>
        <Select
          label="Type"
          data={[...types].map((type) => ({ value: type, label: TYPE_WORDS[type].label }))}
          value={field.type}
          allowDeselect={false}
          error={messageAt(problems, 'type')}
          onChange={choose}
        />
        <Select
          label="Shown as"
          data={variants.map((variant) => ({ value: variant, label: VARIANT_WORDS[variant] ?? variant }))}
          value={variantOf(field)}
          allowDeselect={false}
          error={messageAt(problems, 'variant')}
          onChange={(variant) => change({ variant: variant === variants[0] ? undefined : variant })}
        />
      </div>
      <div role="status">
        {loss && (
          <Group gap={6}>
            <Text size="sm">
              A {TYPE_WORDS[field.type].label.toLowerCase()} field has no place for this: {loss.lost.join(', ')}.
            </Text>
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={`Undo: make it ${TYPE_WORDS[loss.before.type].label.toLowerCase()} again`}
              onClick={() => {
                setLoss(undefined);
                onChange(backTo(loss.before, field), answersTheRest);
              }}
            >
              Undo
            </Button>
          </Group>
        )}
      </div>
    </div>
  );
}
