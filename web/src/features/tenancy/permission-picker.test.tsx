import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { PermissionPicker } from './permission-picker.tsx';
import { renderSettings } from './settings-test-kit.tsx';

const permissions = [
  { name: 'tools.tenant.read', resource: 'tools', description: 'See the tool library.' },
  { name: 'tools.tenant.execute', resource: 'tools', description: 'Run tools.' },
  { name: 'tools.tenant.delete', resource: 'tools', description: 'Delete authored tools.' },
  { name: 'keys.tenant.read', resource: 'keys', description: 'See API keys.' },
];

type PickerProps = { start: string[]; allowed: string[]; onValue: (value: string[]) => void };

function Picker({ start, allowed, onValue }: PickerProps) {
  const [value, setValue] = useState(start);
  function choose(next: string[]) {
    setValue(next);
    onValue(next);
  }
  const held = new Set(allowed);
  return (
    <PermissionPicker label="Permissions" permissions={permissions} value={value} onChange={choose} allowed={held} />
  );
}

function renderPicker(start: string[], allowed: string[]) {
  const onValue = vi.fn();
  const { user } = renderSettings(<Picker start={start} allowed={allowed} onValue={onValue} />);
  return { user, chosen: () => onValue.mock.lastCall?.[0] };
}

const everything = permissions.map(({ name }) => name);

describe('the permission picker', () => {
  it('groups permissions by what they are about', () => {
    renderPicker([], everything);
    const tools = within(screen.getByRole('group', { name: 'Tools' }));
    expect(tools.getByLabelText('Run tools.')).toBeVisible();
    expect(tools.queryByLabelText('See API keys.')).not.toBeInTheDocument();
    expect(within(screen.getByRole('group', { name: 'API keys' })).getByLabelText('See API keys.')).toBeVisible();
  });

  it('chooses and clears a whole group, and shows when only a part is chosen', async () => {
    const { user, chosen } = renderPicker(['keys.tenant.read'], everything);
    const all = screen.getByLabelText('All of Tools');
    await user.click(all);
    expect(chosen()).toEqual(everything);

    await user.click(screen.getByLabelText('Run tools.'));
    expect(all).toBePartiallyChecked();
    expect(screen.getByText('3 permissions chosen')).toBeInTheDocument();

    await user.click(all);
    await user.click(all);
    expect(chosen()).toEqual(['keys.tenant.read']);
  });

  it('neither gives nor takes what the person does not hold, and says why', async () => {
    const { user, chosen } = renderPicker(['tools.tenant.delete'], ['tools.tenant.read', 'tools.tenant.execute']);
    expect(screen.getByLabelText('Delete authored tools.')).toBeDisabled();
    expect(screen.getByText('tools.tenant.delete, which you do not hold')).toBeVisible();
    expect(screen.getByText(/You can give only what you may do yourself/)).toBeVisible();
    expect(screen.getByLabelText('All of API keys')).toBeDisabled();

    await user.click(screen.getByLabelText('All of Tools'));
    expect(chosen()).toEqual(['tools.tenant.read', 'tools.tenant.execute', 'tools.tenant.delete']);
    await user.click(screen.getByLabelText('All of Tools'));
    expect(chosen()).toEqual(['tools.tenant.delete']);
  });

  it('finds permissions by their words or their name, without losing what is chosen', async () => {
    const { user, chosen } = renderPicker(['tools.tenant.read'], everything);
    const search = screen.getByRole('searchbox', { name: 'Search permissions' });
    await user.type(search, 'keys.tenant');
    expect(screen.queryByRole('group', { name: 'Tools' })).not.toBeInTheDocument();
    await user.click(screen.getByLabelText('See API keys.'));
    expect(chosen()).toEqual(['tools.tenant.read', 'keys.tenant.read']);

    await user.clear(search);
    await user.type(search, 'nonsense');
    expect(screen.getByText('No permission matches “nonsense”.')).toBeVisible();
  });
});
