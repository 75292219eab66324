import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import { useCan } from '#lib/use-can.ts';
import { useFocusKept } from '#lib/use-focus-kept.ts';
import { useViewer } from '#lib/viewer.tsx';
import { AlwaysAllowForm } from './always-allow-form.tsx';
import { AskForm } from './ask-form.tsx';
import { DecidePanel } from './decide-panel.tsx';
import { DenyForm } from './deny-form.tsx';
import { EditAndApprove } from './edit-and-approve.tsx';
import { ReassignForm } from './reassign-form.tsx';
import { SnoozeChoice } from './snooze-choice.tsx';
import { useChangeGuard } from './use-change-guard.ts';
import type { Decide } from './use-decide.ts';
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
  const mayDecide = approval.mayDecide && !hasVoted;
  const mayApprove = mayDecide && !approval.voidBecause;
  const isDecider = approval.mayDecide || hasVoted;
  const { decide, deciding, problems } = decision;
  const [panel, setPanel] = useState<Panel | undefined>(opens);
  useFocusKept();
  const mayRule = useCan('approvals.team.rules');
  const guard = useChangeGuard(`${id} ${approval.revision} ${approval.status} ${approval.messages.length}`);

  const act: Decide['decide'] = async (...what) => {
    if (!guard.mayAct()) return false;
    const taken = await decide(...what);
    if (taken) setPanel(undefined);
    return taken;
  };
  // Where several must agree, all of them must see the same arguments.
  const mayEdit = mayApprove && needed === 1;
  const offered: Record<Panel, boolean> = {
    edit: mayEdit,
    deny: mayDecide,
    ask: isDecider,
    reassign: isDecider,
    snooze: approval.mayDecide,
    allow: mayRule,
  };
  const close = () => {
    const opener = panel && document.getElementById(`${id}-${panel}`);
    setPanel(undefined);
    opener?.focus();
  };
  useKeys(
    {
      ...(mayApprove && { a: () => void act('APPROVE') }),
      ...(mayDecide && { d: () => setPanel('deny') }),
      ...(mayEdit && { e: () => setPanel('edit') }),
    },
    { enabled: hotkeys && panel === undefined, onStray: guard.warn },
  );

  const opener = (name: Panel, look: { size?: string; variant: string; color?: string; keys?: string }) =>
    offered[name] && (
      <Button
        key={name}
        id={`${id}-${name}`}
        size={look.size}
        variant={look.variant}
        color={look.color}
        aria-expanded={panel === name}
        aria-keyshortcuts={hotkeys ? look.keys : undefined}
        onClick={() => (panel === name ? close() : setPanel(name))}
      >
        {panelLabels[name]}
      </Button>
    );

  return (
    <Stack gap="xs">
      <Group gap="xs">
        {mayApprove && (
          <Button
            aria-keyshortcuts={hotkeys ? 'a' : undefined}
            // Not disabled meanwhile, which would take the focus away.
            aria-disabled={deciding !== undefined}
            onClick={() => void act('APPROVE')}
          >
            {deciding === 'APPROVE' ? 'Approving…' : 'Approve'}
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
      {mayDecide && needed > 1 && (
        <Text size="sm" c="dimmed">
          Several people must agree, so the arguments stay as they are. To have them changed, deny and say how.
        </Text>
      )}
      <div role="status">
        {hasVoted && <Text size="sm">You have agreed. Others have to agree too.</Text>}
        {guard.wasTooSoon && (
          <Alert color="yellow" title="Nothing was decided">
            What is shown has just changed, or you were typing. Look again, then press once more.
          </Alert>
        )}
      </div>
      {panel && offered[panel] && (
        <DecidePanel key={panel} label={panelLabels[panel]} onClose={close}>
          {panel === 'deny' && (
            <DenyForm
              submitting={deciding === 'DENY'}
              options={approval.denyOptions}
              onDeny={(denial) => void act('DENY', denial)}
              onCancel={close}
            />
          )}
          {panel === 'edit' && (
            <EditAndApprove
              toolSlug={toolSlug}
              input={approval.input}
              submitting={deciding === 'APPROVE'}
              problems={problems}
              onApprove={(input) => act('APPROVE', { input })}
            />
          )}
          {panel === 'ask' && <AskForm approvalId={id} onDone={close} />}
          {panel === 'reassign' && <ReassignForm approvalId={id} onDone={close} onCancel={close} />}
          {panel === 'snooze' && <SnoozeChoice approvalId={id} onDone={close} />}
          {panel === 'allow' && (
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
