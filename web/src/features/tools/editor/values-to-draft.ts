import { marksOf, withoutMarks } from '../schema-editor/sensitive-marks.ts';
import { parsedOr } from './json-text.ts';
import type { SectionValues, ToolValues } from './tool-values.ts';
import { valuesToSpec } from './values-to-spec.ts';

function toSection({ key, label, type, config }: SectionValues) {
  return config.trim() === '' ? { key, label, type } : { key, label, type, config: parsedOr(config, {}) };
}

/** Everything that is sent, each time: null empties what may be empty. */
export function valuesToDraft(values: ToolValues, isRunnable: boolean) {
  const { name, description, category, icon, permissionPolicy, fields } = values;
  return {
    name,
    description,
    category,
    icon,
    permissionPolicy,
    denyOptions: values.denyOptions,
    fields: withoutMarks(fields),
    sensitiveFields: [...new Set([...marksOf(fields), ...values.sensitiveOutputs])],
    enabled: values.enabled && isRunnable,
    requiredPermission: values.requiredPermission || null,
    executionType: values.executionType || null,
    visibility: values.visibility || null,
    display: values.kind === 'client' || values.customUI.trim() === '' ? null : { customUI: values.customUI.trim() },
    outputSchema: values.outputSchema.trim() === '' ? null : parsedOr(values.outputSchema, null),
    outputSections: values.outputSections.map(toSection),
    inputExamples: values.inputExamples.map(({ label, input }) => ({ label, input: parsedOr(input, {}) })),
    executionSpec: valuesToSpec(values.kind, values.execution),
  };
}
