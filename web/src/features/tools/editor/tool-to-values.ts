import { type FieldDefinition, isRecord } from '#ui/schema-form/field-definition.ts';
import { markFields, otherNames } from '../schema-editor/sensitive-marks.ts';
import type { EditableTool } from './editable-tool.ts';
import { toJsonText } from './json-text.ts';
import { specToValues } from './spec-to-values.ts';
import type { ToolValues } from './tool-values.ts';

/** A stored tool as the editor holds it. */
export function toolToValues(tool: EditableTool): ToolValues {
  const { name, slug, description, category, icon, enabled, permissionPolicy, executionType, visibility } = tool;
  const execution = specToValues(tool.executionSpec);
  const fields = tool.fieldTree as FieldDefinition[];
  // Of a client tool it is a part of the execution, and edited there.
  const customUI = isRecord(tool.display) && execution.kind !== 'client' ? tool.display.customUI : undefined;
  return {
    name,
    slug,
    description,
    category,
    icon,
    enabled,
    permissionPolicy,
    executionType,
    visibility,
    requiredPermission: tool.requiredPermission ?? '',
    customUI: typeof customUI === 'string' ? customUI : '',
    denyOptions: tool.denyOptions.map(({ label, reason }) => ({ label, reason })),
    fields: markFields(fields, tool.sensitiveFields),
    outputSchema: toJsonText(tool.outputSchema),
    sensitiveOutputs: otherNames(fields, tool.sensitiveFields),
    outputSections: tool.outputSections.map(({ key, label, type, config }) => ({
      key,
      label,
      type,
      config: toJsonText(config),
    })),
    inputExamples: tool.inputExamples.map(({ label, input }) => ({ label, input: toJsonText(input) })),
    ...execution,
  };
}
