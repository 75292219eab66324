import { Input, Select } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { bootstrapFieldRegistry } from '#ui/schema-form/bootstrap-field-registry.ts';
import { checkFields } from '#ui/schema-form/check-values.ts';
import { type FieldDefinition, type FieldType, hasDefault, type Values } from '#ui/schema-form/field-definition.ts';
import { FieldInput } from '#ui/schema-form/field-slot.tsx';
import { FormContext, type SchemaFormContext } from '#ui/schema-form/form-context.ts';
import { formKey } from '#ui/schema-form/form-path.ts';
import { fromFormValue, NotJson } from '#ui/schema-form/from-form-values.ts';
import { toFormValue } from '#ui/schema-form/to-form-values.ts';
import { useAnnounce } from './editor-context.ts';
import { messageAt } from './field-problems.ts';
import type { SettingProps } from './field-settings.tsx';
import { presentable } from './presentable-fields.ts';

const registry = bootstrapFieldRegistry();
const path = formKey('default');
/** Files and records of one tenant make no default for everybody. */
const WITHOUT = new Set<FieldType>(['media', 'relation']);

/** The field itself, as an input for its own default. */
function toProbe(field: FieldDefinition): FieldDefinition {
  const { default: _, visibleWhen: __, description: ___, ...rest } = presentable(field);
  return { ...rest, name: 'default', label: 'Default', required: false };
}

export function DefaultSetting({ field, problems, change }: SettingProps) {
  const shape = JSON.stringify(toProbe(field));
  const probe = useMemo(() => JSON.parse(shape) as FieldDefinition, [shape]);
  if (WITHOUT.has(field.type)) return null;
  const refused = hasDefault(field) ? checkFields([probe], { default: field.default })[0]?.message : undefined;
  const error = refused ? `The field itself would refuse this. ${refused}` : messageAt(problems, 'default');
  const set = (value: unknown) => change({ default: value });
  if (field.type === 'boolean') return <BooleanDefault value={field.default} error={error} onChange={set} />;
  // Another shape is another input; it starts with the default that is there.
  return <DefaultInput key={shape} probe={probe} value={field.default} error={error} onChange={set} />;
}

type DefaultInputProps = { value: unknown; error: string | undefined; onChange: (value: unknown) => void };

/** A switch cannot be left alone, so that having no default is a choice here. */
function BooleanDefault({ value, error, onChange }: DefaultInputProps) {
  return (
    <Select
      label="Default"
      data={[
        { value: 'none', label: 'None' },
        { value: 'true', label: 'Yes' },
        { value: 'false', label: 'No' },
      ]}
      value={typeof value === 'boolean' ? String(value) : 'none'}
      allowDeselect={false}
      error={error}
      onChange={(chosen) => onChange(chosen === 'none' ? undefined : chosen === 'true')}
    />
  );
}

function DefaultInput({ probe, value, error, onChange }: DefaultInputProps & { probe: FieldDefinition }) {
  const announce = useAnnounce();
  const [uploading] = useState(() => new Set<string>());
  const form = useForm<Values>({ defaultValues: { [path]: toFormValue(probe, value) } });
  const { subscribe, reset } = form;
  const known = useRef(JSON.stringify(value));
  const emit = useRef(onChange);
  useEffect(() => {
    emit.current = onChange;
  });

  useEffect(() => {
    if (JSON.stringify(value) === known.current) return;
    known.current = JSON.stringify(value);
    reset({ [path]: toFormValue(probe, value) });
  }, [value, probe, reset]);

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          const next = fromFormValue(probe, values[path]);
          // Half-written JSON waits in the input until it can be read.
          if (next instanceof NotJson || JSON.stringify(next) === known.current) return;
          known.current = JSON.stringify(next);
          emit.current(next);
        },
      }),
    [subscribe, probe],
  );

  const context = useMemo<SchemaFormContext>(
    () => ({ mode: 'internal', registry, announce, recheck: () => undefined, uploading }),
    [announce, uploading],
  );
  return (
    <div>
      <FormProvider {...form}>
        <FormContext value={context}>
          <FieldInput field={probe} path={path} />
        </FormContext>
      </FormProvider>
      {error && <Input.Error mt={4}>{error}</Input.Error>}
    </div>
  );
}
