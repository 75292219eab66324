import { Switch, TextInput } from '@mantine/core';
import type { FieldDefinition, FieldProblem } from '#ui/schema-form/field-definition.ts';
import { findNameProblem, toFieldName } from './field-name.ts';
import { messageAt } from './field-problems.ts';
import type { ChangeSetting } from './field-settings.tsx';
import classes from './schema-editor.module.css';

export type NameSettingsProps = {
  field: FieldDefinition;
  isNew: boolean;
  /** Whether the name is still made from the label. */
  follows: boolean;
  onFollow: (follows: boolean) => void;
  isTaken: boolean;
  problems: readonly FieldProblem[];
  change: ChangeSetting;
  toFreeName: (name: string) => string;
};

/** The name follows the label of a new field until somebody edits it; others may rely on a saved name. */
export function NameSettings(props: NameSettingsProps) {
  const { field, isNew, follows, onFollow, isTaken, problems, change, toFreeName } = props;
  return (
    <>
      <div className={classes.pair}>
        <TextInput
          label="Label"
          required
          maxLength={120}
          autoComplete="off"
          data-field-label
          value={field.label}
          error={messageAt(problems, 'label')}
          onChange={({ target: { value: label } }) =>
            change(follows ? { label, name: toFreeName(toFieldName(label)) } : { label })
          }
        />
        <TextInput
          label="Name"
          description={isNew ? undefined : 'Agents and API calls use it. Changing it breaks those that rely on it.'}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={field.name}
          error={findNameProblem(field.name, isTaken) ?? messageAt(problems, 'name')}
          onChange={({ target }) => {
            onFollow(isNew && target.value === '');
            change({ name: target.value });
          }}
        />
      </div>
      <Switch
        label="Required"
        checked={field.required}
        onChange={({ target }) => change({ required: target.checked })}
      />
      <Switch
        label="Sensitive: hidden in history"
        description="Runs, events and approvals show dots in place of its value."
        checked={field.sensitive === true}
        onChange={({ target }) => change({ sensitive: target.checked || undefined })}
      />
    </>
  );
}
