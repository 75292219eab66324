import type { ExecutionType, PermissionPolicy, ToolVisibility } from '#gql/graphql.ts';
import type { FieldDefinition } from '#ui/schema-form/field-definition.ts';
import { type ExecutionValues, emptyExecution } from './execution-values.ts';

export type SectionValues = { key: string; label: string; type: string; config: string };
export type ExampleValues = { label: string; input: string };
export type DenyValues = { label: string; reason: string };

/** What the editor holds: JSON is text here, so that half a line of it can be typed. */
export type ToolValues = {
  name: string;
  slug: string;
  description: string;
  category: string;
  icon: string;
  requiredPermission: string;
  enabled: boolean;
  permissionPolicy: PermissionPolicy;
  denyOptions: DenyValues[];
  /** Empty follows from the kind. */
  executionType: ExecutionType | '';
  visibility: ToolVisibility | '';
  customUI: string;
  /** Each knows whether it is sensitive. */
  fields: FieldDefinition[];
  outputSchema: string;
  /** What is sensitive beside the fields. */
  sensitiveOutputs: string[];
  outputSections: SectionValues[];
  inputExamples: ExampleValues[];
  /** A kind, with its mode for those that have several: `http`, `prompt.direct`. */
  kind: string;
  /** Of every kind, so that trying another one loses nothing. */
  execution: ExecutionValues;
};

export const emptyTool: ToolValues = {
  name: '',
  slug: '',
  description: '',
  category: '',
  icon: 'wrench',
  requiredPermission: '',
  enabled: true,
  permissionPolicy: 'AUTO',
  denyOptions: [],
  executionType: '',
  visibility: '',
  customUI: '',
  fields: [],
  outputSchema: '',
  sensitiveOutputs: [],
  outputSections: [],
  inputExamples: [],
  kind: 'http',
  execution: emptyExecution,
};
