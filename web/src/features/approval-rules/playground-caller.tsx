import { Button, Group, Text } from '@mantine/core';
import { Bot, User } from 'lucide-react';
import { useCan } from '#lib/use-can.ts';
import { useViewer } from '#lib/viewer.tsx';
import type { AgentKeyState } from './use-agent-key.ts';

/** As whom the left side calls. */
export function PlaygroundCaller({ agent }: { agent: AgentKeyState }) {
  const { user } = useViewer();
  const mayRevoke = useCan('keys.tenant.delete');
  const { key, busy, giveBack } = agent;
  return (
    <Group justify="space-between" gap="xs">
      <Group gap="xs" wrap="nowrap">
        {key ? <Bot size={18} aria-hidden /> : <User size={18} aria-hidden />}
        <div role="status">
          <Text size="sm">{key ? 'Calls as an agent, with a key of its own' : `Calls as you, ${user.name}`}</Text>
          {key && (
            <Text size="xs" c="dimmed">
              The key is in this page’s memory only and ends within the hour.
            </Text>
          )}
        </div>
      </Group>
      {key ? (
        mayRevoke && (
          <Button size="xs" variant="default" loading={busy} onClick={() => void giveBack()}>
            Revoke the key
          </Button>
        )
      ) : (
        <MakeKey agent={agent} />
      )}
    </Group>
  );
}

/** Makes requester and approver two, in one browser. */
export function MakeKey({ agent }: { agent: AgentKeyState }) {
  const mayCreate = useCan('keys.tenant.create');
  if (!mayCreate) {
    return (
      <Text size="xs" c="dimmed">
        To call as an agent you need the right to make API keys.
      </Text>
    );
  }
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Bot size={14} aria-hidden />}
      loading={agent.busy}
      onClick={() => void agent.make()}
    >
      Call as an agent
    </Button>
  );
}
