import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ToolRunStatus } from '#gql/graphql.ts';
import { useViewer } from '#lib/viewer.tsx';
import { Page } from '#ui/page.tsx';
import classes from './playground.module.css';
import { PlaygroundApprover } from './playground-approver.tsx';
import { PlaygroundRequester } from './playground-requester.tsx';
import { rulesPath } from './rule-paths.ts';
import { useAgentKey } from './use-agent-key.ts';

/** The call of the left side, as the right side looks for it. */
export type PlayedCall = { runId: string; toolSlug: string; status: ToolRunStatus };

/** Both sides of an approval beside each other, with the real gate between them. */
export function PlaygroundPage() {
  const { tenant } = useViewer();
  const agent = useAgentKey();
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
      <div className={classes.columns}>
        <PlaygroundRequester agent={agent} onCall={setCall} />
        <PlaygroundApprover key={call?.runId} call={call} agent={agent} />
      </div>
    </Page>
  );
}
