import { Anchor, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { ToolRunStatus } from '#gql/graphql.ts';
import { useViewer } from '#lib/viewer.tsx';
import { Page } from '#ui/page.tsx';
import classes from './playground.module.css';
import { PlaygroundApprover } from './playground-approver.tsx';
import { PlaygroundPerson } from './playground-person.tsx';
import { PlaygroundRequester } from './playground-requester.tsx';
import { rulesPath } from './rule-paths.ts';
import { useAgentKey } from './use-agent-key.ts';
import { type DemoPeople, useDemoPeople } from './use-demo-people.ts';

/** The call of the left side, as the right side looks for it. */
export type PlayedCall = { runId: string; toolSlug: string; status: ToolRunStatus };

/** Somebody who asks but does not decide, if there is one: the other side is the viewer's. */
function findRequester({ people }: DemoPeople): string | undefined {
  const asking = people.filter(({ permissions }) => permissions.includes('tools.tenant.execute'));
  const only = asking.find(({ permissions }) => !permissions.includes('approvals.team.decide'));
  return (only ?? asking[0])?.email;
}

/** Who asks. It begins with one of the made-up people, for nobody decides about their own call. */
function useRequester(demo: DemoPeople) {
  const [chosen, setChosen] = useState<string | null>();
  const begun = useRef(false);
  const first = findRequester(demo);
  const { visit } = demo;
  useEffect(() => {
    if (begun.current || first === undefined) return;
    begun.current = true;
    void visit(first).then((isThere) => isThere && setChosen((now) => (now === undefined ? first : now)));
  }, [first, visit]);
  return [chosen ?? null, setChosen] as const;
}

/** Both sides of an approval beside each other, with the real gate between them. */
export function PlaygroundPage() {
  const { tenant } = useViewer();
  const agent = useAgentKey();
  const demo = useDemoPeople();
  const [requester, setRequester] = useRequester(demo);
  const [approver, setApprover] = useState<string | null>(null);
  const [call, setCall] = useState<PlayedCall>();
  return (
    <Page
      title="Approval playground"
      description="Ask on the left, decide on the right. Calls here are real: what is approved really runs."
      actions={
        <Anchor component={Link} to={rulesPath(tenant.slug)}>
          Approval rules
        </Anchor>
      }
    >
      <Stack gap="md">
        {demo.isKnown && demo.people.length === 0 && (
          <Text size="sm" c="dimmed">
            Acting as other people is for demos, with made-up people. Here you are yourself on both sides, or an agent
            asks for you.
          </Text>
        )}
        <div className={classes.columns}>
          <PlaygroundRequester
            agent={agent}
            visit={demo.find(requester)}
            choice={<PlaygroundPerson label="Ask as" demo={demo} value={requester} onChange={setRequester} />}
            onCall={setCall}
          />
          <PlaygroundApprover
            call={call}
            agent={agent}
            mayChoose={demo.people.length > 0}
            visit={demo.find(approver)}
            choice={<PlaygroundPerson label="Decide as" demo={demo} value={approver} onChange={setApprover} />}
          />
        </div>
      </Stack>
    </Page>
  );
}
