import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { clientFor } from '#app/active-client.ts';
import { anApproval, look } from '#features/approvals/approvals-test-kit.tsx';
import { connectionOf } from '#features/tenancy/settings-test-kit.tsx';
import type { FakeFields, FakeRequest } from '../../../test/fake-server.ts';
import { startFakeSockets } from '../../../test/fake-socket.ts';
import { everyRuleRight, openRules } from './rules-test-kit.ts';

const SECRET = 'tc_secret';
const NOT_YOURS = 'You asked for this call yourself. Somebody else has to decide.';
const isAgent = ({ headers }: FakeRequest) => headers.get('authorization') === `Bearer ${SECRET}`;

/** A server whose gate asks for every call: a person cannot decide their own, but that of a key. */
function asking(more: FakeFields = {}): FakeFields {
  const calls: { id: string; byAgent: boolean; status: string; reason?: string }[] = [];
  const toRun = ({ id, status, byAgent }: (typeof calls)[number]) => ({
    id,
    toolSlug: 'pay',
    status,
    input: { amount: 40 },
    output: status === 'SUCCESS' ? { paid: 'forty' } : null,
    streamed: '',
    error: null,
    durationMs: 3,
    source: byAgent ? 'AGENT' : 'WEB',
    sessionId: `session-${id}`,
    requestedBy: byAgent ? 'An agent' : 'Olive Owner',
    test: false,
    createdAt: '2026-03-01T10:00:00.000Z',
    approval: null,
  });
  const toApproval = (call: (typeof calls)[number]) => {
    const mayDecide = call.byAgent && call.status === 'WAITING';
    return anApproval(`approval-${call.id}`, {
      run: toRun(call),
      status: call.status === 'WAITING' ? 'PENDING' : 'APPROVED',
      mayDecide,
      whyNot: mayDecide ? null : NOT_YOURS,
    });
  };
  const find = (id: string) => calls.find((call) => call.id === id)!;
  return {
    executeTool: (_args, request) => {
      const call = { id: `run-${calls.length + 1}`, byAgent: isAgent(request), status: 'WAITING' };
      calls.push(call);
      return { run: toRun(call), error: null };
    },
    toolRun: ({ id }) => toRun(find(id)),
    approvals: () => connectionOf(calls.toReversed().map(toApproval)),
    approval: ({ id }) => toApproval(find(id.replace('approval-', ''))),
    decideApproval: ({ input }) => {
      const call = find(input.id.replace('approval-', ''));
      call.status = 'SUCCESS';
      return { approval: toApproval(call), run: toRun(call) };
    },
    demoPeople: () => [],
    createApiKey: ({ input }) => ({ secret: SECRET, apiKey: { id: 'key-1', name: input.name } }),
    revokeApiKey: () => ({ apiKey: { id: 'key-1', status: 'REVOKED' } }),
    ...more,
  };
}

const rightsOf: Record<string, string[]> = {
  approver: ['tools.tenant.read', 'tools.tenant.execute', 'approvals.team.decide'],
  member: ['tools.tenant.read', 'tools.tenant.execute'],
  viewer: ['tools.tenant.read'],
};

const people = [
  { userId: 'user-6', email: 'viewer@demo.test', name: 'Vic Viewer', role: 'viewer', roleName: 'Viewer' },
  { userId: 'user-8', email: 'approver@demo.test', name: 'Abe Approver', role: 'approver', roleName: 'Approver' },
  { userId: 'user-7', email: 'member@demo.test', name: 'Mia Member', role: 'member', roleName: 'Member' },
].map((person) => ({ ...person, permissions: rightsOf[person.role]! }));

const token = ({ headers }: FakeRequest) => headers.get('authorization') ?? 'nobody';

/** The same with made-up people, of whom one may decide. */
function asDemo(): FakeFields {
  const server = asking();
  return {
    ...server,
    demoPeople: () => people,
    visitDemoPerson: ({ input }) => ({
      token: `dv_${input.email}`,
      expiresAt: '2026-03-01T11:00:00.000Z',
      person: people.find(({ email }) => email === input.email),
    }),
    approval: (args, request) => ({
      ...(server.approval?.(args, request) as object),
      mayDecide: token(request) === 'Bearer dv_approver@demo.test',
      whyNot: token(request) === 'Bearer dv_approver@demo.test' ? null : NOT_YOURS,
    }),
  };
}

const side = async (name: string) => within(await screen.findByRole('region', { name }));

async function chooseTool(user: UserEvent) {
  const left = await side('Requester');
  await user.click(left.getByRole('combobox', { name: 'Tool' }));
  await user.click(await screen.findByRole('option', { name: 'Pay' }));
}

async function run(user: UserEvent) {
  const left = await side('Requester');
  await user.type(await left.findByRole('textbox', { name: /^Amount/ }), '40');
  await user.click(left.getByRole('button', { name: 'Run' }));
}

beforeEach(() => {
  startFakeSockets();
  clientFor(`unused-${Math.random()}`);
});

describe('the approval playground', () => {
  it('explains why one cannot decide one’s own call, and lets an agent ask instead', async () => {
    const { user, server } = openRules('/playground', asking());
    await chooseTool(user);
    await run(user);
    const right = await side('Approver');
    expect(await right.findByText(NOT_YOURS)).toBeVisible();
    await user.click(await right.findByRole('button', { name: 'Call as an agent' }));

    const left = await side('Requester');
    expect(await left.findByText('Calls as an agent, with a key of its own')).toBeVisible();
    expect(server.of('AgentKey_createApiKey')[0]?.variables).toMatchObject({
      input: { actsForAgent: true, permissions: ['tools.tenant.read', 'tools.tenant.execute'] },
    });
    await run(user);
    const again = await side('Approver');
    const approve = await again.findByRole('button', { name: /^Approve/ });
    await look();
    await user.click(approve);
    expect(await left.findByText('forty')).toBeVisible();

    const [mine, agents] = server.of('UseToolRun_executeTool');
    expect(mine?.headers.get('authorization')).toBeNull();
    expect(agents?.headers.get('authorization')).toBe(`Bearer ${SECRET}`);
    expect(agents?.credentials).toBe('omit');
    expect(server.of('Decide_decideApproval')[0]?.headers.get('authorization')).toBeNull();
  });

  it('keeps the secret out of storage and off the page, and can revoke the key', async () => {
    const { user, server } = openRules('/playground', asking());
    const left = await side('Requester');
    await user.click(left.getByRole('button', { name: 'Call as an agent' }));
    await left.findByText('Calls as an agent, with a key of its own');
    expect(document.body.innerHTML).not.toContain(SECRET);
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(SECRET);
    await user.click(left.getByRole('button', { name: 'Revoke the key' }));
    expect(await left.findByText('Calls as you, Olive Owner')).toBeVisible();
    expect(server.of('AgentKey_revokeApiKey')[0]?.variables).toEqual({ input: { id: 'key-1' } });
  });

  it('acts as two people of the demo, each with a token and the rights of their own', async () => {
    const { user, server: sent } = openRules('/playground', asDemo());
    const [left, right] = [await side('Requester'), await side('Approver')];
    await waitFor(() => expect(left.getByRole('combobox', { name: 'Ask as' })).toHaveValue('Mia Member, Member'));
    expect(right.getByRole('combobox', { name: 'Decide as' })).toHaveValue('You, Olive Owner');
    await chooseTool(user);
    await run(user);
    expect(await right.findByText(/Choose another one above to decide as/)).toBeVisible();
    await user.click(right.getByRole('combobox', { name: 'Decide as' }));
    await user.click(await screen.findByRole('option', { name: 'Abe Approver, Approver' }));
    const again = await side('Approver');
    const approve = await again.findByRole('button', { name: /^Approve/ });
    expect(again.queryByRole('button', { name: 'Always allow…' })).not.toBeInTheDocument();
    await look();
    await user.click(approve);
    expect(await again.findByText(/approved it/)).toBeVisible();
    expect(await left.findByText('forty', {}, { timeout: 5_000 })).toBeVisible();
    const [asked] = sent.of('UseToolRun_executeTool');
    expect(asked?.headers.get('authorization')).toBe('Bearer dv_member@demo.test');
    const [decided] = sent.of('Decide_decideApproval');
    expect(decided?.headers.get('authorization')).toBe('Bearer dv_approver@demo.test');
    expect([asked?.credentials, decided?.credentials]).toEqual(['omit', 'omit']);
  });

  it('acts as the same two people when the page is loaded anew', async () => {
    const server = asDemo();
    const first = openRules('/playground', server);
    await chooseTool(first.user);
    await run(first.user);
    const right = await side('Approver');
    await first.user.click(right.getByRole('combobox', { name: 'Decide as' }));
    await first.user.click(await screen.findByRole('option', { name: 'Abe Approver, Approver' }));
    await right.findByRole('button', { name: 'Approve' });
    cleanup();

    const { server: sent } = openRules(first.address().replace('/t/demo/admin/approval-rules', ''), server);
    const [asks, decides] = [await side('Requester'), await side('Approver')];
    expect(await decides.findByRole('button', { name: 'Approve' })).toBeVisible();
    expect(asks.getByRole('combobox', { name: 'Ask as' })).toHaveValue('Mia Member, Member');
    expect(decides.getByRole('combobox', { name: 'Decide as' })).toHaveValue('Abe Approver, Approver');
    expect(await asks.findByRole('button', { name: 'Cancel' })).toBeVisible();
    for (const request of sent.of('FollowedRunQuery')) expect(token(request)).toBe('Bearer dv_member@demo.test');
    expect(first.address()).not.toContain('dv_');
  });

  it('lets whoever asked cancel a call that waits, and leads to its run', async () => {
    const server = asking();
    let isCancelled = false;
    const toolRun: FakeFields[string] = (args, request) => ({
      ...(server.toolRun?.(args, request) as object),
      ...(isCancelled && { status: 'CANCELLED' }),
    });
    const { user, server: sent } = openRules('/playground', {
      ...server,
      toolRun,
      approval: (args, request) => ({
        ...(server.approval?.(args, request) as object),
        ...(isCancelled && { status: 'CANCELLED' }),
      }),
      cancelToolRun: ({ input }, request) => {
        isCancelled = true;
        return { outcome: 'CANCELLED', run: toolRun({ id: input.id }, request) };
      },
    });
    await chooseTool(user);
    await run(user);
    const left = await side('Requester');
    expect(await left.findByText(/^Waits for somebody to decide, for/)).toBeVisible();
    expect(left.getByRole('link', { name: 'Open run' })).toHaveAttribute('href', '/t/demo/runs/run-1');
    await user.click(left.getByRole('button', { name: 'Waiting…' }));
    await user.click(left.getByRole('button', { name: 'Cancel' }));
    expect(await left.findByText('Cancelled')).toBeVisible();
    await waitFor(() => expect(screen.getByText(/^The call on the left was taken back/)).toBeVisible());
    expect(sent.of('CancelRun_cancelToolRun')[0]?.variables).toEqual({ input: { id: 'run-1' } });
    expect(sent.of('UseToolRun_executeTool')).toHaveLength(1);
    expect(left.getByRole('button', { name: 'Run' })).toBeVisible();
  });

  it('shows the call again when the page is loaded anew, and forgets it with its tool', async () => {
    const server = asking();
    const first = openRules('/playground', server);
    await chooseTool(first.user);
    await run(first.user);
    await (await side('Approver')).findByText(NOT_YOURS);
    expect(first.address()).toContain('tool=pay&run=run-1');
    cleanup();

    const {
      user,
      address,
      server: sent,
    } = openRules(first.address().replace('/t/demo/admin/approval-rules', ''), server);
    const left = await side('Requester');
    expect(await left.findByText(/^Waits for somebody to decide, for/)).toBeVisible();
    expect(left.getByRole('combobox', { name: 'Tool' })).toHaveValue('Pay');
    expect(await (await side('Approver')).findByText(NOT_YOURS)).toBeVisible();
    await user.click(left.getByRole('button', { name: 'Waiting…' }));
    expect(sent.of('UseToolRun_executeTool')).toHaveLength(0);
    // What is chosen, chosen once more, is chosen no longer.
    await chooseTool(user);
    expect(address()).not.toMatch(/tool=|run=/);
    await waitFor(() => expect(left.queryByText(/^Waits for/)).not.toBeInTheDocument());
  });

  it('says so when the call of the address is not for whoever asks', async () => {
    openRules('/playground?tool=pay&run=run-9', asking({ toolRun: () => null }));
    const left = await side('Requester');
    expect(await left.findByText(/The earlier call is not for whoever asks here to see/)).toBeVisible();
    expect(left.getByRole('button', { name: 'Run' })).toBeVisible();
  });

  it('explains that outside of a demo nobody acts as somebody else', async () => {
    openRules('/playground', asking());
    expect(await screen.findByText(/Acting as other people is for demos/)).toBeVisible();
    expect(screen.queryByRole('combobox', { name: 'Ask as' })).not.toBeInTheDocument();
  });

  it('says so when a call did not have to wait', async () => {
    const server = asking();
    const { user } = openRules('/playground', {
      ...server,
      approvals: () => connectionOf([]),
      toolRun: (args, request) => ({ ...(server.toolRun?.(args, request) as object), status: 'SUCCESS' }),
    });
    await chooseTool(user);
    await run(user);
    const right = await side('Approver');
    await waitFor(() => expect(right.getByRole('status')).toHaveTextContent('This call did not wait'));
  });

  it('offers no key to those who may not make one', async () => {
    openRules(
      '/playground',
      asking(),
      everyRuleRight.filter((right) => right !== 'keys.tenant.create'),
    );
    const left = await side('Requester');
    expect(left.getByText(/you need the right to make API keys/)).toBeVisible();
    expect(left.queryByRole('button', { name: 'Call as an agent' })).not.toBeInTheDocument();
  });
});
