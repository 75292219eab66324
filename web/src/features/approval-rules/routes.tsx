import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { Guarded } from '#ui/guarded.tsx';

/** Below `/t/:slug/admin/approval-rules`. */
export const approvalRuleRoutes: RouteObject[] = [
  {
    index: true,
    lazy: () =>
      loadGuarded('approvals.team.read', async () => (await import('./approval-rules-page.tsx')).ApprovalRulesPage),
  },
  {
    path: 'playground',
    lazy: () => loadGuarded('approvals.team.read', async () => (await import('./playground-page.tsx')).PlaygroundPage),
  },
  {
    path: 'new',
    lazy: () => loadGuarded('approvals.team.rules', async () => (await import('./new-rule-page.tsx')).NewRulePage),
  },
  {
    path: ':ruleId',
    lazy: () => loadGuarded('approvals.team.rules', async () => (await import('./edit-rule-page.tsx')).EditRulePage),
  },
];

async function loadGuarded(permission: string, load: () => Promise<ComponentType>) {
  const Content = await load();
  return {
    element: (
      <Guarded title="Approval rules" permission={permission}>
        <Content />
      </Guarded>
    ),
  };
}
