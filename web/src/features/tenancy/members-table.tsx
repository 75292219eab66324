import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import { focusHeading } from '#lib/focus-heading.ts';
import { plural } from '#lib/format.ts';
import { useAction } from '#lib/use-action.ts';
import { useCan } from '#lib/use-can.ts';
import { confirmAction } from '#ui/confirm.tsx';
import { ListTable } from '#ui/list-table.tsx';
import { EditMemberDrawer } from './edit-member-drawer.tsx';
import { type Member, MemberRow } from './member-row.tsx';

const MembersTable_member = graphql(`
  fragment MembersTable_member on Membership {
    id
    ...MemberRow_member
    ...EditMemberDrawer_member
  }
`);

const MembersTable_removeMember = graphql(`
  mutation MembersTable_removeMember($input: RemoveMemberInput!) {
    removeMember(input: $input) { id revokedApiKeys }
  }
`);

type TableMember = FragmentType<typeof MembersTable_member>;

export function MembersTable({ members }: { members: readonly TableMember[] }) {
  const rows = readFragment(MembersTable_member, members);
  const [edited, setEdited] = useState<(typeof rows)[number]>();
  const [editing, edit] = useDisclosure(false);
  const removable = useCan('members.tenant.delete');
  const changeable = useCan('members.tenant.update');
  const remove = useAction(MembersTable_removeMember, ({ removeMember }) =>
    removeMember.revokedApiKeys > 0
      ? `Member removed, ${plural(removeMember.revokedApiKeys, 'API key')} revoked.`
      : 'Member removed.',
  );

  async function confirmRemoval(member: Member) {
    const confirmed = await confirmAction({
      title: `Remove ${member.user.name}?`,
      body: removalWarning(member),
      confirmLabel: 'Remove member',
      danger: true,
    });
    if (confirmed && (await remove({ input: { id: member.id } }))) focusHeading();
  }

  return (
    <>
      <ListTable
        caption="Members"
        columns={[
          { label: 'Member' },
          { label: 'Role', wide: true },
          { label: 'Manager', wide: true },
          { label: 'Since', wide: true },
          { label: 'Actions', unseen: true },
        ]}
      >
        {rows.map((row) => (
          <MemberRow
            key={row.id}
            member={row}
            onRemove={removable ? confirmRemoval : undefined}
            onEdit={
              changeable
                ? () => {
                    setEdited(row);
                    edit.open();
                  }
                : undefined
            }
          />
        ))}
      </ListTable>
      <EditMemberDrawer member={edited} opened={editing} onClose={edit.close} />
    </>
  );
}

function removalWarning({ user, apiKeyCount }: Member): string {
  const access = `${user.name} loses access to this tenant at once; what they made stays.`;
  if (apiKeyCount === 0) return `${access} They have no API keys here.`;
  const keys = plural(apiKeyCount, 'API key');
  return `${access} ${keys} they created will be revoked, and whatever uses ${apiKeyCount === 1 ? 'it' : 'them'} stops working.`;
}
