import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Provider, useClient, useQuery } from 'urql';
import { graphql } from '#gql/gql.ts';
import { ErrorNote } from '#ui/error-note.tsx';
import { SectionCard } from '#ui/section-card.tsx';
import { PlaygroundCaller } from './playground-caller.tsx';
import type { PlayedCall } from './playground-page.tsx';
import { PlaygroundRun } from './playground-run.tsx';
import { ToolPicker } from './tool-picker.tsx';
import type { AgentKeyState } from './use-agent-key.ts';

const PlaygroundRequesterQuery = graphql(`
  query PlaygroundRequesterQuery($slug: String!) {
    tool(slug: $slug) { id slug ...PlaygroundRun_tool }
  }
`);

type PlaygroundRequesterProps = { agent: AgentKeyState; onCall: (call: PlayedCall | undefined) => void };

/** The left side: chooses a tool and its input, and shows what becomes of the call. */
export function PlaygroundRequester({ agent, onCall }: PlaygroundRequesterProps) {
  const own = useClient();
  const [slug, setSlug] = useState<string | null>(null);
  const [{ data, error }] = useQuery({
    query: PlaygroundRequesterQuery,
    variables: { slug: slug ?? '' },
    pause: !slug,
  });
  const tool = slug && data?.tool?.slug === slug ? data.tool : undefined;
  return (
    <SectionCard title="Requester">
      <Stack gap="md">
        <PlaygroundCaller agent={agent} />
        <ToolPicker label="Tool" placeholder="Search a tool" usable value={slug} onChange={setSlug} />
        {slug && error && <ErrorNote error={error} />}
        {slug && !error && data?.tool === null && (
          <Text size="sm" c="dimmed">
            You cannot use this tool. Choose another one.
          </Text>
        )}
        {tool && (
          // The call is made by whoever the client speaks for; another caller starts anew.
          <Provider key={agent.key?.id ?? 'me'} value={agent.key?.client ?? own}>
            <PlaygroundRun key={tool.id} tool={tool} onCall={onCall} />
          </Provider>
        )}
      </Stack>
    </SectionCard>
  );
}
