import { NumberInput, Switch, TextInput } from '@mantine/core';
import { boundsOf, hasPattern } from './change-type.ts';
import { messageAt } from './field-problems.ts';
import type { SettingProps } from './field-settings.tsx';
import classes from './schema-editor.module.css';

const WORDS = {
  amount: { min: 'Smallest', max: 'Largest' },
  length: { min: 'Fewest characters', max: 'Most characters' },
  count: { min: 'Fewest entries', max: 'Most entries' },
} as const;

const toBound = (value: string | number) => (typeof value === 'number' ? value : undefined);

/** How much, how long, how many, and what it must look like. */
export function BoundsSettings({ field, problems, change }: SettingProps) {
  const kind = boundsOf(field);
  const { min, max } = field;
  const isCrossed = typeof min === 'number' && typeof max === 'number' && min > max;
  return (
    <>
      {kind && (
        <div className={classes.pair}>
          <NumberInput
            label={WORDS[kind].min}
            allowDecimal={kind === 'amount'}
            allowNegative={kind === 'amount'}
            value={min ?? ''}
            error={messageAt(problems, 'min')}
            onChange={(value) => change({ min: toBound(value) })}
          />
          <NumberInput
            label={WORDS[kind].max}
            allowDecimal={kind === 'amount'}
            allowNegative={kind === 'amount'}
            value={max ?? ''}
            error={isCrossed ? 'This lies below the lower bound.' : messageAt(problems, 'max')}
            onChange={(value) => change({ max: toBound(value) })}
          />
        </div>
      )}
      {field.type === 'number' && (
        <Switch
          label="Whole numbers only"
          checked={field.integer ?? false}
          error={messageAt(problems, 'integer')}
          onChange={({ target }) => change({ integer: target.checked || undefined })}
        />
      )}
      {hasPattern(field) && (
        <TextInput
          label="Pattern"
          description="A regular expression that the text must match, such as ^[A-Z]{3}$."
          maxLength={500}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          classNames={{ input: classes.code }}
          value={field.pattern ?? ''}
          error={messageAt(problems, 'pattern')}
          onChange={({ target }) => change({ pattern: target.value || undefined })}
        />
      )}
    </>
  );
}
