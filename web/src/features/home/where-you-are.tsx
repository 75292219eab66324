import { Card, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { connectionTexts } from '#app/connection-indicator.tsx';
import { useConnection } from '#lib/connection-state.ts';
import { plural } from '#lib/format.ts';
import { useViewer } from '#lib/viewer.tsx';
import classes from './where-you-are.module.css';

/** The facts that decide what this person sees: tenant, role, live or not. */
export function WhereYouAre() {
  const { tenant, roleName, permissions, tenants } = useViewer();
  const { label, explanation } = connectionTexts[useConnection()];
  return (
    <Card component="section" aria-label="Where you are">
      <SimpleGrid component="dl" cols={{ base: 1, xs: 3 }} spacing="lg" className={classes.facts}>
        <Fact name="Tenant" value={tenant.name}>
          {tenants.length > 1 ? `One of your ${tenants.length} tenants.` : 'Your only tenant.'}
        </Fact>
        <Fact name="Your role" value={roleName}>
          Holds {plural(permissions.size, 'permission')} here.
        </Fact>
        <Fact name="Connection" value={label}>
          {explanation}
        </Fact>
      </SimpleGrid>
    </Card>
  );
}

function Fact({ name, value, children }: { name: string; value: string; children: ReactNode }) {
  return (
    <div>
      <dt className={classes.name}>{name}</dt>
      <dd className={classes.value}>
        <Text component="div" size="lg" fw={600}>
          {value}
        </Text>
        <Text component="div" size="sm" c="dimmed">
          {children}
        </Text>
      </dd>
    </div>
  );
}
