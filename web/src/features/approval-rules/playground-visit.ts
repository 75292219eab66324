import { useEffect, useEffectEvent } from 'react';
import { ME } from './playground-address.ts';
import type { DemoPeople } from './use-demo-people.ts';

/** The person of the demo whom the address names, as soon as one can act as them; nobody where it names none. */
export function useNamedVisit(demo: DemoPeople, named: string | null | undefined, onRefused: () => void) {
  const email = demo.people.find((person) => person.email === named)?.email ?? null;
  const visit = demo.find(email);
  const begin = useEffectEvent(async (whom: string) => {
    if (!(await demo.visit(whom))) onRefused();
  });
  useEffect(() => {
    if (email) void begin(email);
  }, [email]);
  const mayBeOne = email !== null || (Boolean(named) && named !== ME && !demo.isKnown);
  return { email, visit, isComing: visit === undefined && mayBeOne };
}
