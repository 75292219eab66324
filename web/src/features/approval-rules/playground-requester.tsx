import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Provider, useClient, useQuery } from 'urql';
import { graphql } from '#gql/gql.ts';
import { ErrorNote } from '#ui/error-note.tsx';
import { FormLoading } from '#ui/loading.tsx';
import { SectionCard } from '#ui/section-card.tsx';
import { PlaygroundCaller } from './playground-caller.tsx';
import type { PlayedCall } from './playground-page.tsx';
import { PlaygroundRun } from './playground-run.tsx';
import { ToolPicker } from './tool-picker.tsx';
import type { AgentKeyState } from './use-agent-key.ts';
import type { DemoVisit } from './use-demo-people.ts';

const PlaygroundRequesterQuery = graphql(`
  query PlaygroundRequesterQuery($slug: String!) {
    tool(slug: $slug) { id slug ...PlaygroundRun_tool }
  }
`);

type PlaygroundRequesterProps = {
  agent: AgentKeyState;
  /** Of the person of the demo who asks, if one does. */
  visit: DemoVisit | undefined;
  /** Whether they are still to come. */
  isComing: boolean;
  /** Where to choose them. */
  choice: ReactNode;
  slug: string | null;
  onSlug: (slug: string | null) => void;
  /** The call that is under way, or was made last. */
  runId: string | null;
  onRun: (runId: string) => void;
  onCall: (call: PlayedCall | undefined) => void;
};

/** The left side: chooses a tool and its input, and shows what becomes of the call. */
export function PlaygroundRequester(props: PlaygroundRequesterProps) {
  const { agent, visit, isComing, choice, slug, onSlug, runId, onRun, onCall } = props;
  const own = useClient();
  const [{ data, error }] = useQuery({
    query: PlaygroundRequesterQuery,
    variables: { slug: slug ?? '' },
    pause: !slug,
  });
  const callerId = visit?.viewer.user.id ?? agent.key?.id ?? 'me';
  // The key is of this page: a call that was there before it is somebody else's.
  const earlierId = visit || !agent.key ? runId : null;
  const tool = slug && data?.tool?.slug === slug ? data.tool : undefined;
  return (
    <SectionCard title="Requester">
      <Stack gap="md">
        {choice}
        {!visit && !isComing && <PlaygroundCaller agent={agent} />}
        <ToolPicker label="Tool" placeholder="Search a tool" usable value={slug} onChange={onSlug} />
        {slug && error && <ErrorNote error={error} />}
        {slug && !error && data?.tool === null && (
          <Text size="sm" c="dimmed">
            You cannot use this tool. Choose another one.
          </Text>
        )}
        {isComing && slug && <FormLoading />}
        {tool && !isComing && (
          // The call is made by whoever the client speaks for; another caller starts anew.
          <Provider key={callerId} value={visit?.client ?? agent.key?.client ?? own}>
            <PlaygroundRun key={tool.id} tool={tool} earlierId={earlierId} onRun={onRun} onCall={onCall} />
          </Provider>
        )}
      </Stack>
    </SectionCard>
  );
}
