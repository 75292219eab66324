import type { Client } from '@urql/core';
import { useState } from 'react';
import { useQuery } from 'urql';
import { graphql } from '#gql/gql.ts';
import { useAction } from '#lib/use-action.ts';
import { useCan } from '#lib/use-can.ts';
import { useViewer, type Viewer } from '#lib/viewer.tsx';
import { createPersonClient } from './agent-client.ts';

const UseDemoPeopleQuery = graphql(`
  query UseDemoPeopleQuery {
    demoPeople { userId email name roleName permissions }
  }
`);

const UseDemoPeople_visitDemoPerson = graphql(`
  mutation UseDemoPeople_visitDemoPerson($input: VisitDemoPersonInput!) {
    visitDemoPerson(input: $input) { token person { userId name email role roleName permissions } }
  }
`);

/** Acting as one of the made-up people: a client that speaks for them, and them as the viewer. */
export type DemoVisit = { client: Client; viewer: Viewer };

/** The made-up people of a demo. Their tokens live in memory only: leaving the page forgets them. */
export function useDemoPeople() {
  const viewer = useViewer();
  const mayVisit = useCan('keys.tenant.create');
  const [{ data, fetching }] = useQuery({ query: UseDemoPeopleQuery, pause: !mayVisit });
  const begin = useAction(UseDemoPeople_visitDemoPerson);
  const [visits, setVisits] = useState<ReadonlyMap<string, DemoVisit>>(new Map());

  /** Whether it worked. */
  async function visit(email: string): Promise<boolean> {
    if (visits.has(email)) return true;
    const begun = await begin({ input: { email } });
    if (!begun) return false;
    const { token, person } = begun.visitDemoPerson;
    const { userId, name, role, roleName } = person;
    const visitor = {
      ...viewer,
      user: { id: userId, name, email },
      role,
      roleName,
      membershipId: undefined,
      permissions: new Set(person.permissions),
    };
    const { slug } = viewer.tenant;
    setVisits((before) => new Map(before).set(email, { client: createPersonClient(token, slug), viewer: visitor }));
    return true;
  }

  const people = (data?.demoPeople ?? []).filter(({ userId }) => userId !== viewer.user.id);
  return { people, isKnown: !fetching, visit, find: (email: string | null) => (email ? visits.get(email) : undefined) };
}

export type DemoPeople = ReturnType<typeof useDemoPeople>;
