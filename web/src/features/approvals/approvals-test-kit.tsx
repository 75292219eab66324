import { setTimeout as sleep } from 'node:timers/promises';
import type { ReactElement } from 'react';
import { vi } from 'vitest';
import { connectionOf, renderSettings } from '#features/tenancy/settings-test-kit.tsx';
import { aTool } from '#features/tools/tools-test-kit.ts';
import type { FakeFields } from '../../../test/fake-server.ts';
import { FakeSocket, startFakeSockets } from '../../../test/fake-socket.ts';
import { forgetStrayKeys } from './stray-keys.ts';
import { GUARD_MS } from './use-change-guard.ts';

export const approver = ['tools.tenant.read', 'approvals.team.read', 'approvals.team.decide'];

/** A call that waits, as the server describes it to somebody who may decide. */
export function anApproval(id: string, more: object = {}) {
  return {
    id,
    status: 'PENDING',
    toolSlug: 'pay',
    input: { payee: 'Acme', amount: 40 },
    editedInput: null,
    edits: [],
    requestedBy: 'key billing',
    source: 'agent',
    why: 'Payments are asked about.',
    preview: null,
    needed: 1,
    denyOptions: [] as { label: string; reason: string }[],
    votes: [],
    messages: [],
    mayDecide: true,
    whyNot: null,
    voidBecause: null as string | null,
    assigneeId: null,
    assigneeName: null,
    waitingFor: [] as string[],
    eligibleDeciders: [] as object[],
    mayAnswer: false,
    decidedBy: null,
    decidedAt: null,
    reason: null,
    revision: 1,
    expiresAt: null,
    remindedAt: null,
    createdAt: '2026-03-01T10:00:00.000Z',
    run: { id: `run-${id}`, status: 'WAITING' },
    ...more,
  };
}

export type Waiting = ReturnType<typeof anApproval>;

const field = (name: string, type: string, label: string) => ({ name, label, type, required: true, integer: false });

export const payTool = aTool('pay', {
  fields: [field('payee', 'text', 'Payee'), field('amount', 'number', 'Amount to pay')],
});

export function anItem(approval: Waiting, more: object = {}) {
  const { id, createdAt } = approval;
  return {
    id: `task-${id}`,
    kind: 'approval',
    title: `Approve ${id}`,
    dueAt: null,
    createdAt,
    isAssigned: false,
    approval,
    ...more,
  };
}

/** Answers as a server does that keeps these approvals; what is decided waits no more. */
export function keeping(approvals: Waiting[], more: FakeFields = {}) {
  const kept = new Map(approvals.map((approval) => [approval.id, approval]));
  const pending = () => [...kept.values()].filter(({ status }) => status === 'PENDING');
  const change = (id: string, to: object) => {
    const changed = { ...kept.get(id)!, ...to };
    changed.revision += 1;
    kept.set(id, changed);
    return changed;
  };
  const decide = (id: string, decision: string, reason: string | null = null) =>
    change(id, {
      status: decision === 'APPROVE' ? 'APPROVED' : 'DENIED',
      decidedBy: 'ada@demo.test',
      decidedAt: new Date().toISOString(),
      reason,
      mayDecide: false,
      run: { id: `run-${id}`, status: decision === 'APPROVE' ? 'RUNNING' : 'ERROR' },
    });
  const fields: FakeFields = {
    tool: ({ slug }) => ({ ...payTool, id: `tool-${slug}`, slug, name: slug }),
    approval: ({ id }) => kept.get(id) ?? null,
    approvals: () => connectionOf([]),
    myInbox: (args) =>
      connectionOf(
        pending().map((approval) => anItem(approval)),
        args,
      ),
    decideApproval: ({ input }) => {
      const approval = decide(input.id, input.decision, input.reason);
      return { approval, run: approval.run };
    },
    decideApprovals: ({ input }) => ({
      results: input.ids.map((id: string) => {
        decide(id, input.decision, input.reason);
        return { id, code: null, message: null };
      }),
    }),
    ...more,
  };
  return { fields, change, decide };
}

export function renderApprovals(element: ReactElement, fields: FakeFields, permissions: readonly string[] = approver) {
  startFakeSockets();
  forgetStrayKeys();
  return renderSettings(element, { fields, permissions });
}

/** Long enough for a card to be taken for read. */
export const look = () => sleep(GUARD_MS + 50);

/** Room for the card beside the list, or not. */
export function stubWidth(isWide: boolean) {
  const listen = { addEventListener() {}, removeEventListener() {} };
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: isWide && media.includes('min-width'),
    ...listen,
  }));
}

/** The server takes the connection, and waits until this field is followed. */
export async function followed(name: string) {
  const socket = await vi.waitFor(FakeSocket.latest);
  socket.accept();
  const find = () =>
    socket.sent.find(({ type, payload }) => type === 'subscribe' && JSON.stringify(payload).includes(`${name} {`));
  const { id } = await vi.waitFor(() => {
    const found = find();
    if (!found) throw new Error(`Nobody follows ${name}.`);
    return found;
  });
  return (value: object) => socket.receive({ type: 'next', id, payload: { data: { [name]: value } } });
}
