import { Anchor, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ToolRunStatus } from '#gql/graphql.ts';
import { useViewer } from '#lib/viewer.tsx';
import { Page } from '#ui/page.tsx';
import classes from './playground.module.css';
import { ME, usePlaygroundAddress } from './playground-address.ts';
import { PlaygroundApprover } from './playground-approver.tsx';
import { PlaygroundPerson } from './playground-person.tsx';
import { PlaygroundRequester } from './playground-requester.tsx';
import { useNamedVisit } from './playground-visit.ts';
import { rulesPath } from './rule-paths.ts';
import { useAgentKey } from './use-agent-key.ts';
import { type DemoPeople, useDemoPeople } from './use-demo-people.ts';

/** The call of the left side, as the right side looks for it. */
export type PlayedCall = { runId: string; toolSlug: string; status: ToolRunStatus };

/** Who asks at first: somebody who does not decide, if there is one, for the other side is the viewer's. */
function findRequester({ people }: DemoPeople): string | undefined {
  const asking = people.filter(({ permissions }) => permissions.includes('tools.tenant.execute'));
  const only = asking.find(({ permissions }) => !permissions.includes('approvals.team.decide'));
  return (only ?? asking[0])?.email;
}

/** Both sides of an approval beside each other, with the real gate between them. */
export function PlaygroundPage() {
  const { tenant } = useViewer();
  const address = usePlaygroundAddress();
  const agent = useAgentKey();
  const demo = useDemoPeople();
  // A call belongs to whoever made it; with another caller it goes.
  const askAs = (asks: string) => address.change({ asks, run: null });
  const decideAs = (decides: string) => address.change({ decides });
  const asks = address.asks ?? findRequester(demo) ?? null;
  const requester = useNamedVisit(demo, asks, () => askAs(ME));
  const approver = useNamedVisit(demo, address.decides, () => decideAs(ME));
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
            visit={requester.visit}
            isComing={requester.isComing}
            choice={
              <PlaygroundPerson
                label="Ask as"
                demo={demo}
                value={requester.email}
                busy={requester.isComing}
                onChange={askAs}
              />
            }
            slug={address.tool}
            onSlug={(tool) => address.change({ tool, run: null })}
            runId={address.run}
            onRun={(run) => address.change({ asks, run })}
            onCall={setCall}
          />
          <PlaygroundApprover
            call={call}
            agent={agent}
            mayChoose={demo.people.length > 0}
            visit={approver.visit}
            isComing={approver.isComing}
            choice={
              <PlaygroundPerson
                label="Decide as"
                demo={demo}
                value={approver.email}
                busy={approver.isComing}
                onChange={decideAs}
              />
            }
          />
        </div>
      </Stack>
    </Page>
  );
}
