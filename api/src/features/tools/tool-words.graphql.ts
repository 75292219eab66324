import type { Types } from '#graphql/builder.ts';
import { requireSavedTool } from './find-editable-tool.ts';
import { ToolType } from './tool.graphql.ts';
import { PermissionPolicyEnum, ToolVisibilityEnum } from './tool-enums.graphql.ts';

const SENSITIVE =
  'Inputs, and properties of the output schema, that are hidden in histories: by name, or as `address.street` within others.';

type Inputs = PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>;
type Outputs = PothosSchemaTypes.ObjectFieldBuilder<Types, { slug: string }>;

/** What may be said of an authored tool beside what it is and does. */
export const presentationWords = (t: Inputs) => ({
  requiredPermission: t.string({ description: 'The right it takes to use it.' }),
  visibility: t.field({ type: ToolVisibilityEnum, description: 'What a space shows of a call.' }),
  outputSections: t.field({ type: 'JSON', description: 'How the output is shown.' }),
  inputExamples: t.field({ type: 'JSON', description: 'Samples of input.' }),
  display: t.field({
    type: 'JSON',
    description: 'Names a component that shows its calls; a `client` tool names it in its execution spec.',
  }),
  denyOptions: t.field({
    type: 'JSON',
    description: 'Refusals that approvers can choose by name: `[{ label, reason }]`.',
  }),
  sensitiveFields: t.stringList({ description: SENSITIVE }),
});

/** What may be changed about a tool that is code, for one tenant or for all. */
export const overrideWords = (t: Inputs) => ({
  slug: t.string({ required: true, description: 'The tool.' }),
  version: t.int({ description: 'The version you looked at; a stale one is refused.' }),
  enabled: t.boolean({ description: 'Whether it is switched on.' }),
  name: t.string({ description: 'Name for people.' }),
  description: t.string({ description: 'When to use it.' }),
  category: t.string({ description: 'Its shelf.' }),
  icon: t.string({ description: 'Its icon.' }),
  permissionPolicy: t.field({ type: PermissionPolicyEnum, description: 'Approval can be added, not taken away.' }),
});

/** The answer to every save. */
export const savedTool = {
  description: 'The tool that was saved.',
  outputFields: (t: Outputs) => ({
    tool: t.field({
      type: ToolType,
      description: 'The tool as an editor sees it.',
      resolve: ({ slug }, _args, ctx) => requireSavedTool(ctx, slug),
    }),
  }),
};
