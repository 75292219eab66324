import { Select } from '@mantine/core';
import { useState } from 'react';
import { useViewer } from '#lib/viewer.tsx';
import type { DemoPeople } from './use-demo-people.ts';

type PlaygroundPersonProps = {
  label: string;
  demo: DemoPeople;
  /** The address of the person of the demo; null for the viewer themselves. */
  value: string | null;
  onChange: (email: string | null) => void;
};

const ME = '';

/** As whom one side acts; nothing to choose where there are no made-up people. */
export function PlaygroundPerson({ label, demo, value, onChange }: PlaygroundPersonProps) {
  const { user } = useViewer();
  const [busy, setBusy] = useState(false);
  if (demo.people.length === 0) return null;
  async function choose(email: string | null) {
    if (!email) return onChange(null);
    setBusy(true);
    const isThere = await demo.visit(email);
    setBusy(false);
    if (isThere) onChange(email);
  }
  return (
    <Select
      label={label}
      allowDeselect={false}
      disabled={busy}
      data={[
        { value: ME, label: `You, ${user.name}` },
        ...demo.people.map(({ email, name, roleName }) => ({ value: email, label: `${name}, ${roleName}` })),
      ]}
      value={value ?? ME}
      onChange={(email) => void choose(email)}
    />
  );
}
