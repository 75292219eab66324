import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import { useCan } from '#lib/use-can.ts';
import { useFocusKept } from '#lib/use-focus-kept.ts';
import { useViewer } from '#lib/viewer.tsx';
import { confirmAction } from '#ui/confirm.tsx';
import { AlwaysAllowForm } from './always-allow-form.tsx';
import { AskForm } from './ask-form.tsx';
import { DecidePanel } from './decide-panel.tsx';
import { DenyForm } from './deny-form.tsx';
import { EditAndApprove, type EditDraft } from './edit-and-approve.tsx';
import { ReassignForm } from './reassign-form.tsx';
import { SnoozeChoice } from './snooze-choice.tsx';
import { useChangeGuard } from './use-change-guard.ts';
import type { Decide } from './use-decide.ts';
import { useDrafts } from './use-drafts.ts';
import { useKeys } from './use-keys.ts';

const DecideButtons_approval = graphql(`
  fragment DecideButtons_approval on Approval {
    id
    status
    revision
    toolSlug
    input
    needed
    requestedBy
    mayDecide
    voidBecause
    denyOptions { label reason }
    messages { id }
    votes { by }
  }
`);

const panelLabels = {
  edit: 'Edit and approve',
  deny: 'Deny',
  ask: 'Ask',
  reassign: 'Reassign',
  snooze: 'Snooze',
  allow: 'Always allow…',
};

/** Whoever typed other arguments has not agreed to these. */
const asAsked = {
  title: 'Approve the call as asked?',
  body: 'The arguments you changed are not used. The call runs with those it asked for.',
  confirmLabel: 'Approve as asked',
};

type Panel = keyof typeof panelLabels;
export type AskedPanel = Extract<Panel, 'deny' | 'edit'>;

type DecideButtonsProps = {
  approval: FragmentType<typeof DecideButtons_approval>;
  decision: Decide;
  /** Whether a, d and e act on this card. */
  hotkeys: boolean;
  /** What was asked for while the card was not there yet. */
  opens?: AskedPanel;
};

/** What can be done about a call that waits. */
export function DecideButtons({ approval: masked, decision, hotkeys, opens }: DecideButtonsProps) {
  const approval = readFragment(DecideButtons_approval, masked);
  const { id, toolSlug, needed } = approval;
  const { user } = useViewer();
  const hasVoted = approval.votes.some(({ by }) => by === user.email);
  const mayApprove = approval.mayDecide && !hasVoted && !approval.voidBecause;
  // Whoever has agreed can still refuse.
  const isDecider = approval.mayDecide || hasVoted;
  const { decide, deciding, problems } = decision;
  const [panel, setPanel] = useState<Panel | undefined>(opens);
  const drafts = useDrafts(id);
  useFocusKept();
  const mayRule = useCan('approvals.team.rules');
  const guard = useChangeGuard(`${id} ${approval.revision} ${approval.status} ${approval.messages.length}`);

  const act: Decide['decide'] = async (...what) => {
    if (!guard.mayAct()) return false;
    const taken = await decide(...what);
    if (!taken) return false;
    drafts.forget();
    setPanel(undefined);
    return true;
  };
  // Where several must agree, all of them must see the same arguments.
  const mayEdit = mayApprove && needed === 1;
  const hasEdit = mayEdit && drafts.of<EditDraft>('edit').read() !== undefined;
  const asking = useRef(false);
  const approve = async () => {
    if (!hasEdit) return act('APPROVE');
    if (asking.current) return false;
    asking.current = true;
    const isSure = await confirmAction(asAsked);
    asking.current = false;
    return isSure && act('APPROVE');
  };
  const offered: Record<Panel, boolean> = {
    edit: mayEdit,
    deny: isDecider,
    ask: isDecider,
    reassign: isDecider,
    snooze: approval.mayDecide,
    allow: mayRule,
  };
  const close = () => {
    const opener = panel && document.getElementById(`${id}-${panel}`);
    setPanel(undefined);
    // The button that approves comes back, maybe under the pointer or a hand that still types.
    guard.restart();
    opener?.focus();
  };
  const opened = panel && offered[panel] ? panel : undefined;
  useKeys(
    {
      ...(mayApprove && { a: () => void approve() }),
      ...(isDecider && { d: () => setPanel('deny') }),
      ...(mayEdit && { e: () => setPanel('edit') }),
    },
    { enabled: hotkeys && !opened, onStray: guard.warn },
  );

  const opener = (name: Panel, look: { size?: string; variant: string; color?: string; keys?: string }) =>
    offered[name] && (
      <Button
        key={name}
        id={`${id}-${name}`}
        size={look.size}
        variant={look.variant}
        color={look.color}
        aria-expanded={opened === name}
        aria-keyshortcuts={hotkeys ? look.keys : undefined}
        onClick={() => (opened === name ? close() : setPanel(name))}
      >
        {panelLabels[name]}
      </Button>
    );

  return (
    <Stack gap="xs">
      <Group gap="xs">
        {opened && (
          <Button key="close" variant="default" onClick={close}>
            Close
          </Button>
        )}
        {mayApprove && !opened && (
          <Button
            key="approve"
            aria-keyshortcuts={hotkeys ? 'a' : undefined}
            // Not disabled meanwhile, which would take the focus away.
            aria-disabled={deciding !== undefined}
            onClick={() => void approve()}
          >
            {deciding === 'APPROVE' ? 'Approving…' : hasEdit ? 'Approve as asked' : 'Approve'}
          </Button>
        )}
        {opener('edit', { variant: 'default', keys: 'e' })}
        {opener('deny', { variant: 'light', color: 'red', keys: 'd' })}
      </Group>
      <Group gap={4}>
        {(['ask', 'reassign', 'snooze', 'allow'] as const).map((name) =>
          opener(name, { size: 'compact-sm', variant: 'subtle' }),
        )}
      </Group>
      {mayApprove && needed > 1 && (
        <Text size="sm" c="dimmed">
          Several people must agree, so the arguments stay as they are. To have them changed, deny and say how.
        </Text>
      )}
      <div role="status">
        {hasEdit && !opened && <Text size="sm">The arguments you changed are kept, but not sent.</Text>}
        {hasVoted && !approval.voidBecause && <Text size="sm">You have agreed. Others have to agree too.</Text>}
        {guard.wasTooSoon && (
          <Alert color="yellow" title="Nothing was decided">
            What is shown has just changed, or you were typing. Look again, then press once more.
          </Alert>
        )}
      </div>
      {opened && (
        <DecidePanel key={opened} label={panelLabels[opened]} onClose={close}>
          {opened === 'deny' && (
            <DenyForm
              subject={id}
              submitting={deciding === 'DENY'}
              options={approval.denyOptions}
              onDeny={(denial) => void act('DENY', denial)}
              onCancel={close}
            />
          )}
          {opened === 'edit' && (
            <EditAndApprove
              approvalId={id}
              toolSlug={toolSlug}
              input={approval.input}
              submitting={deciding === 'APPROVE'}
              problems={problems}
              onApprove={(input) => act('APPROVE', { input })}
            />
          )}
          {opened === 'ask' && <AskForm approvalId={id} onDone={close} />}
          {opened === 'reassign' && <ReassignForm approvalId={id} onDone={close} onCancel={close} />}
          {opened === 'snooze' && <SnoozeChoice approvalId={id} onDone={close} />}
          {opened === 'allow' && (
            <AlwaysAllowForm
              approvalId={id}
              toolSlug={toolSlug}
              requestedBy={approval.requestedBy}
              onDone={close}
              onCancel={close}
            />
          )}
        </DecidePanel>
      )}
    </Stack>
  );
}
