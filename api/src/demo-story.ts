import { operatorIn } from '#access/authenticate.ts';
import type { Context } from '#access/context.ts';
import { recallViewer } from '#access/recall-viewer.ts';
import { createApprovalRule } from '#features/approvals/save-approval-rule.ts';
import { executeTool } from '#features/executions/execute-tool.ts';
import { updateMember } from '#features/tenancy/update-member.ts';
import { createTool } from '#features/tools/create-tool.ts';
import { openWorkshop } from '#features/tools/open-workshop.ts';
import type { Tenant } from '#generated/prisma/client.ts';

const TOOL = {
  slug: 'pay-invoice',
  name: 'Pay invoice',
  description: 'Use it to pay an invoice of a supplier. In this demo no money moves.',
  category: 'Finance',
  icon: 'banknote',
  fields: [
    { name: 'payee', label: 'Payee', type: 'text', required: true },
    { name: 'amount', label: 'Amount in euros', type: 'number', required: true, min: 0 },
    { name: 'reference', label: 'Invoice number', type: 'text', required: true },
  ],
  executionSpec: {
    kind: 'compute',
    operation: 'evaluate',
    expression: 'concat(input.amount, " euros paid to ", input.payee, " for invoice ", input.reference)',
  },
  permissionPolicy: 'always_ask',
  denyOptions: [
    { label: 'Wrong amount', reason: 'The amount is not the one on the invoice. Check it and ask again.' },
    { label: 'Unknown payee', reason: 'This supplier is not on file. Have it added first.' },
  ],
} as const;
const RULE = {
  name: 'Large payments',
  verdict: 'ask',
  match: { tools: [TOOL.slug] },
  condition: 'input.amount > 1000',
  remindAfter: 86_400,
};
const CALL = { slug: TOOL.slug, input: { payee: 'Northwind Paper', amount: 1840, reference: 'INV-2107' } };

type Cast = { requester: string; manager: string };

/** So that the inbox, a card and the playground have something to show: a tool, a rule, and a call that waits. Told once, also by a start that goes on where another one ended. */
export async function tellDemoStory(operator: Context, tenant: Tenant, { requester, manager }: Cast): Promise<void> {
  const ctx = operator.as(operatorIn(tenant));
  const findMember = (email: string) => ctx.db.membership.findFirstOrThrow({ where: { user: { email } } });
  const [asking, above] = [await findMember(requester), await findMember(manager)];
  if (!asking.managerId) await updateMember(ctx, { id: asking.id, managerId: above.id });
  if (!(await ctx.db.tool.findFirst({ where: { slug: TOOL.slug } }))) {
    await createTool(ctx, TOOL, await openWorkshop(ctx));
  }
  if (!(await ctx.db.approvalRule.findFirst({ where: { name: RULE.name } }))) await createApprovalRule(ctx, RULE);
  if (await ctx.db.approval.findFirst({ where: { toolSlug: TOOL.slug } })) return;
  const system = ctx.elevate('one of the people of the demo acts');
  const viewer = await recallViewer({ system, clock: ctx.clock }, tenant.id, { kind: 'user', id: asking.userId });
  if (viewer) await executeTool(ctx.as(viewer), CALL);
}
