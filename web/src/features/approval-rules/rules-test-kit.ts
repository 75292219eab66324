import { connectionOf } from '#features/tenancy/settings-test-kit.tsx';
import { aTool } from '#features/tools/tools-test-kit.ts';
import { type FakeFields, startFakeServer } from '../../../test/fake-server.ts';
import { signedIn } from '../../../test/people.ts';
import { renderApp } from '../../../test/render.tsx';

export const everyRuleRight = [
  'approvals.team.read',
  'approvals.team.rules',
  'approvals.team.decide',
  'tools.tenant.read',
  'tools.tenant.execute',
  'members.tenant.read',
  'keys.tenant.create',
  'keys.tenant.delete',
];

/** A rule as the server describes it, with what the test is about. */
export function aRule(name: string, more: object = {}) {
  return {
    id: `rule-${name.toLowerCase().replaceAll(' ', '-')}`,
    name,
    enabled: true,
    inWords: `A call waits because of ${name}.`,
    match: { tools: [], categories: [], origins: [], sources: [], callers: [], roles: [] },
    condition: null,
    verdict: 'ask',
    deciders: { users: [], roles: [], manager: false },
    needed: 1,
    selfApproval: true,
    expiresAfter: null,
    remindAfter: null,
    reason: null,
    limit: null,
    used: 0,
    endsAt: null,
    waiting: 0,
    revision: 3,
    updatedBy: 'Ada Lovelace',
    updatedAt: '2026-03-01T10:00:00.000Z',
    ...more,
  };
}

const aField = (name: string, label: string, type: string, more: object = {}) => ({
  name,
  label,
  type,
  required: false,
  integer: false,
  ...more,
});

const payFields = [
  aField('amount', 'Amount', 'number'),
  aField('urgent', 'Urgent', 'boolean'),
  aField('to', 'To', 'object', { fields: [aField('city', 'City', 'text')] }),
];

export const payTool = aTool('pay', { name: 'Pay', category: 'Money', fields: payFields, outputSections: [] });

const people = [
  { id: 'member-1', user: { id: 'user-1', name: 'Olive Owner', email: 'owner@demo.test' } },
  { id: 'member-2', user: { id: 'user-2', name: 'Max Member', email: 'max@demo.test' } },
];

/** The app at an address below the rules. */
export function openRules(path: string, fields: FakeFields, permissions: string[] = everyRuleRight) {
  const server = startFakeServer({
    fields: {
      ...signedIn({ permissions }),
      myInbox: () => connectionOf([]),
      tools: () => connectionOf([payTool]),
      toolCategories: () => [{ name: 'Money', count: 1 }],
      tool: ({ slug }) => (slug === 'pay' ? payTool : null),
      roles: () => [
        { id: 'role-admin', slug: 'admin', name: 'Admin' },
        { id: 'role-member', slug: 'member', name: 'Member' },
      ],
      members: () => connectionOf(people),
      ...fields,
    },
  });
  return { server, ...renderApp(`/t/demo/admin/approval-rules${path}`) };
}
