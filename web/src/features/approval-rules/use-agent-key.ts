import type { Client } from '@urql/core';
import { useState } from 'react';
import { graphql } from '#gql/gql.ts';
import { useAction } from '#lib/use-action.ts';
import { createAgentClient } from './agent-client.ts';

const AgentKey_createApiKey = graphql(`
  mutation AgentKey_createApiKey($input: CreateApiKeyInput!) {
    createApiKey(input: $input) { secret apiKey { id name } }
  }
`);

const AgentKey_revokeApiKey = graphql(`
  mutation AgentKey_revokeApiKey($input: RevokeApiKeyInput!) {
    revokeApiKey(input: $input) { apiKey { id status } }
  }
`);

const HOUR_MS = 3_600_000;

export type AgentKey = { id: string; name: string; client: Client };

/** A key that acts for an agent. Its secret lives in memory only: leaving the page forgets it. */
export function useAgentKey() {
  const create = useAction(AgentKey_createApiKey);
  const revoke = useAction(AgentKey_revokeApiKey);
  const [key, setKey] = useState<AgentKey>();
  const [busy, setBusy] = useState(false);

  async function make() {
    setBusy(true);
    const made = await create({
      input: {
        name: 'Approval playground',
        actsForAgent: true,
        permissions: ['tools.tenant.read', 'tools.tenant.execute'],
        expiresAt: new Date(Date.now() + HOUR_MS).toISOString(),
      },
    });
    setBusy(false);
    if (!made) return;
    const { secret, apiKey } = made.createApiKey;
    setKey({ ...apiKey, client: createAgentClient(secret) });
  }

  async function giveBack() {
    if (!key) return;
    setBusy(true);
    const revoked = await revoke({ input: { id: key.id } });
    setBusy(false);
    if (revoked) setKey(undefined);
  }

  return { key, busy, make, giveBack };
}

export type AgentKeyState = ReturnType<typeof useAgentKey>;
