import type { CombinedError } from '@urql/core';
import { useQuery } from 'urql';
import { graphql } from '#gql/gql.ts';
import type { ExecutionType } from '#gql/graphql.ts';

const ExecutionKindsQuery = graphql(`
  query ExecutionKindsQuery {
    executionKinds { kind mode runnable executionTypes }
  }
`);

/** In the order in which they are offered. */
export const kindWords: Record<string, { label: string; description: string }> = {
  http: { label: 'HTTP request', description: 'Calls an address and gives back what it answers.' },
  webhook: { label: 'Webhook', description: 'Hands the call over to another service and waits for its result.' },
  composition: { label: 'Composition', description: 'Runs other tools one after another.' },
  'prompt.direct': { label: 'Prompt', description: 'Fills in a text and asks a model.' },
  'prompt.skill': { label: 'Skill', description: 'Runs a skill with an agent.' },
  'prompt.agent': { label: 'Agent', description: 'Hands the work over to an agent.' },
  compute: { label: 'Computation', description: 'Works out an expression.' },
  static: { label: 'Fixed answer', description: 'Always gives the same result.' },
  task: { label: 'Task', description: 'Makes a task for somebody.' },
  subAgent: { label: 'Sub-agent', description: 'Runs an agent that is described right here.' },
  image: { label: 'Image', description: 'Lets a model make a picture.' },
  client: { label: 'In a space', description: 'Shows a component to people, who give the result.' },
};

export type Kind = { id: string; runnable: boolean; executionTypes: readonly ExecutionType[] };

export type Kinds = { kinds: Kind[]; error: CombinedError | undefined; retry: () => void };

/** All kinds; none until they are known. */
export function useExecutionKinds(): Kinds {
  const [{ data, error }, ask] = useQuery({ query: ExecutionKindsQuery });
  const kinds = (data?.executionKinds ?? []).map(({ kind, mode, runnable, executionTypes }) => ({
    id: mode ? `${kind}.${mode}` : kind,
    runnable,
    executionTypes,
  }));
  return { kinds, error, retry: () => ask({ requestPolicy: 'network-only' }) };
}
