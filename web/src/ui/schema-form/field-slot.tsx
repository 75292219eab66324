import { memo, useEffect } from 'react';
import { get, useFormContext, useWatch } from 'react-hook-form';
import { type FieldDefinition, ownValue, type Values } from './field-definition.ts';
import type { FieldInputProps } from './field-registry.ts';
import classes from './field-slot.module.css';
import { isShown } from './field-visibility.ts';
import { useSchemaForm } from './form-context.ts';
import { childPath, formKey } from './form-path.ts';
import { fromFormValue } from './from-form-values.ts';

export type FieldSlotProps = {
  field: FieldDefinition;
  siblings: readonly FieldDefinition[];
  /** Of the group around it; empty at the top. */
  parent: string;
  spokenLabel?: string;
};

/** The place of one field: picks the input for its type and shows it only while its condition holds. */
export const FieldSlot = memo(function FieldSlot({ field, siblings, parent, spokenLabel }: FieldSlotProps) {
  const path = childPath(parent, field.name);
  const input = <FieldInput field={field} path={path} spokenLabel={spokenLabel} />;
  if (!field.visibleWhen) return input;
  return (
    <WhenShown field={field} siblings={siblings} parent={parent}>
      {input}
    </WhenShown>
  );
});

export function FieldInput(props: FieldInputProps) {
  const { registry } = useSchemaForm();
  const { input: Input } = registry[props.field.type];
  return (
    <div className={classes.slot} data-field-path={props.path}>
      <Input {...props} />
    </div>
  );
}

type WhenShownProps = Omit<FieldSlotProps, 'spokenLabel'> & { children: React.ReactNode };

function WhenShown({ field, siblings, parent, children }: WhenShownProps) {
  const { clearErrors } = useFormContext();
  const shown = useShown(field, siblings, parent);
  const path = childPath(parent, field.name);
  useEffect(() => {
    if (!shown) clearErrors(path);
  }, [shown, path, clearErrors]);
  return shown ? children : null;
}

function useShown(field: FieldDefinition, siblings: readonly FieldDefinition[], parent: string): boolean {
  return useWatch({
    compute: (form: Values) => {
      const group: unknown = parent === '' ? form : get(form, parent);
      return isShown(field, siblings, (sibling) => fromFormValue(sibling, ownValue(group, formKey(sibling.name))));
    },
  });
}
