import { Stack, VisuallyHidden } from '@mantine/core';
import { type FormEvent, useMemo, useRef } from 'react';
import { FormProvider } from 'react-hook-form';
import type { FieldGroup } from './arrange-fields.ts';
import { bootstrapFieldRegistry } from './bootstrap-field-registry.ts';
import { ErrorSummary } from './error-summary.tsx';
import { ExampleButtons } from './example-buttons.tsx';
import { FieldGroups } from './field-groups.tsx';
import { FormButtons } from './form-buttons.tsx';
import { FormContext, type SchemaFormContext } from './form-context.ts';
import { LeaveGuard } from './leave-guard.tsx';
import type { SchemaFormProps } from './schema-form.tsx';
import { type CarriedValues, useCarriedValues } from './use-carried-values.ts';
import { useFieldsForm } from './use-fields-form.ts';
import { useReplace } from './use-replace.ts';
import { useServerErrors } from './use-server-errors.ts';

const defaultRegistry = bootstrapFieldRegistry();

type SchemaFormBodyProps = SchemaFormProps & {
  /** All fields, as they stand together. */
  groups: readonly FieldGroup[];
  carried: CarriedValues;
};

export function SchemaFormBody(props: SchemaFormBodyProps) {
  const { fields, groups, onSubmit, submitting = false, mode = 'internal', examples = [] } = props;
  const { renderEntityPicker, uploadFile, fileUrl, registry = defaultRegistry } = props;
  const root = useRef<HTMLFormElement>(null);
  const liveRegion = useRef<HTMLDivElement>(null);
  const { form, initial, uploading, recheck, visit, submit, sent } = useFieldsForm(fields, props.defaultValues, root);
  useCarriedValues(form, fields, props.carried);
  const { unplaced, forget } = useServerErrors(form, fields, props.serverErrors, visit);

  const context = useMemo<SchemaFormContext>(() => {
    const announce = (message: string) => {
      const region = liveRegion.current;
      // The same words twice are said twice only if the text differs.
      if (region) region.textContent = region.textContent === message ? `${message}\u00a0` : message;
    };
    return { mode, renderEntityPicker, uploadFile, fileUrl, registry, announce, recheck, uploading };
  }, [mode, renderEntityPicker, uploadFile, fileUrl, registry, recheck, uploading]);
  const { replaced, fill, reset, undo } = useReplace(form, fields, initial, context.announce);

  function send(event: FormEvent) {
    forget();
    submit(event, submitting ? undefined : onSubmit);
  }

  return (
    <FormProvider {...form}>
      <FormContext value={context}>
        <form ref={root} noValidate onSubmit={send}>
          <Stack gap="md">
            {mode === 'internal' && examples.length > 0 && <ExampleButtons examples={examples} onFill={fill} />}
            <ErrorSummary fields={fields} others={unplaced} onVisit={visit} />
            <FieldGroups groups={groups} siblings={fields} />
            <FormButtons
              submitLabel={props.submitLabel ?? props.layout?.submitLabel ?? 'Submit'}
              submitting={submitting}
              replaced={replaced}
              onReset={reset}
              onUndo={undo}
            />
          </Stack>
          <VisuallyHidden role="status" ref={liveRegion} />
          <LeaveGuard sent={sent} onDirtyChange={props.onDirtyChange} />
        </form>
      </FormContext>
    </FormProvider>
  );
}
