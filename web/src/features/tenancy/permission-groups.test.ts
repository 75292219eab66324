import { describe, expect, it } from 'vitest';
import { groupPermissions, resourceLabel, searchGroups } from './permission-groups.ts';

const permissions = [
  { name: 'tools.tenant.read', resource: 'tools', description: 'See the tool library.' },
  { name: 'keys.tenant.read', resource: 'keys', description: 'See API keys.' },
  { name: 'tools.tenant.execute', resource: 'tools', description: 'Run tools.' },
];

describe('permission groups', () => {
  it.each([
    ['tools', 'Tools'],
    ['keys', 'API keys'],
    ['entity_types', 'Record types'],
    ['some_new_thing', 'Some new thing'],
  ])('calls the resource %s “%s”', (resource, label) => {
    expect(resourceLabel(resource)).toBe(label);
  });

  it('keep the order in which the server names them', () => {
    const names = groupPermissions(permissions).map((group) => [group.label, group.permissions.length]);
    expect(names).toEqual([
      ['Tools', 2],
      ['API keys', 1],
    ]);
  });

  it.each([
    ['', ['tools.tenant.read', 'tools.tenant.execute', 'keys.tenant.read']],
    ['TOOLS', ['tools.tenant.read', 'tools.tenant.execute']],
    ['  run ', ['tools.tenant.execute']],
    ['.read', ['tools.tenant.read', 'keys.tenant.read']],
    ['nothing', []],
  ])('searched for “%s” hold %j', (search, found) => {
    const groups = searchGroups(groupPermissions(permissions), search);
    expect(groups.flatMap((group) => group.permissions.map(({ name }) => name))).toEqual(found);
  });
});
