import { Popover, Text, TextInput } from '@mantine/core';
import { Check, Search } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useViewer } from '#lib/viewer.tsx';
import { useOpenOnMount } from '#ui/on-demand.tsx';
import { TenantButton } from './tenant-button.tsx';
import classes from './tenant-switcher.module.css';

const searchableFrom = 7;

export function TenantSwitcher() {
  const { tenant, tenants } = useViewer();
  const { opened, setOpened, target } = useOpenOnMount();
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const found = tenants.filter(({ name, slug }) => `${name} ${slug}`.toLowerCase().includes(wanted));

  const change = (open: boolean) => {
    setOpened(open);
    setSearch('');
  };

  return (
    <Popover opened={opened} onChange={change} width="target" position="bottom-start" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <TenantButton ref={target} onClick={() => change(!opened)} />
      </Popover.Target>
      <Popover.Dropdown p={6} aria-label="Tenants">
        {tenants.length >= searchableFrom && (
          <TextInput
            data-autofocus
            aria-label="Find a tenant"
            placeholder="Find a tenant"
            leftSection={<Search size={16} aria-hidden />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            mb={6}
          />
        )}
        <ul className={classes.list}>
          {found.map(({ slug, name }) => (
            <li key={slug}>
              <Link
                to={`/t/${slug}`}
                className={classes.option}
                aria-current={slug === tenant.slug || undefined}
                onClick={() => change(false)}
              >
                <Text span truncate flex={1}>
                  {name}
                </Text>
                {slug === tenant.slug && <Check size={16} aria-hidden />}
              </Link>
            </li>
          ))}
        </ul>
        {found.length === 0 && (
          <Text c="dimmed" size="sm" p="xs" role="status">
            No tenant is called that.
          </Text>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
