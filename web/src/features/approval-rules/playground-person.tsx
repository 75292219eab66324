import { Select } from '@mantine/core';
import { useViewer } from '#lib/viewer.tsx';
import { ME } from './playground-address.ts';
import type { DemoPeople } from './use-demo-people.ts';

type PlaygroundPersonProps = {
  label: string;
  demo: DemoPeople;
  /** The address of the person of the demo; null for the viewer themselves. */
  value: string | null;
  busy: boolean;
  onChange: (email: string) => void;
};

/** As whom one side acts; nothing to choose where there are no made-up people. */
export function PlaygroundPerson({ label, demo, value, busy, onChange }: PlaygroundPersonProps) {
  const { user } = useViewer();
  if (demo.people.length === 0) return null;
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
      onChange={(email) => onChange(email ?? ME)}
    />
  );
}
