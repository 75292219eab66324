import { ToolType } from '#features/tools/tool.graphql.ts';
import { builder } from '#graphql/builder.ts';
import type { DenyOption } from '#toolkit/tool-definition.ts';
import { ApprovalType } from './approval.graphql.ts';
import { findDenyOptions } from './deny-options.ts';

const DenyOptionType = builder.objectRef<DenyOption>('DenyOption').implement({
  description: 'A refusal that approvers can choose by its name.',
  fields: (t) => ({
    label: t.exposeString('label', { description: 'Its name.' }),
    reason: t.exposeString('reason', { description: 'What the caller is told.' }),
  }),
});

builder.objectField(ToolType, 'denyOptions', (t) =>
  t.field({
    type: [DenyOptionType],
    description: 'Refusals that approvers of its calls can choose by name.',
    resolve: (tool) => [...tool.denyOptions],
  }),
);

builder.objectFields(ApprovalType, (t) => ({
  denyOptions: t.field({
    type: [DenyOptionType],
    description: 'Refusals that the tool names, to be chosen by their label.',
    resolve: async (approval, _args, ctx) => [...(await findDenyOptions(ctx, approval))],
  }),
  denyOption: t.exposeString('denyOption', { nullable: true, description: 'The named refusal that was chosen.' }),
}));
