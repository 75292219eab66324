import { enterTenant } from './choose-tenant.ts';
import { command, family, LIMIT_FLAG, TENANT_FLAG } from './command.ts';
import { confirm } from './confirm.ts';
import type { Ask } from './crib.ts';
import { CliFailure } from './failure.ts';
import { noteOn, parseLimit, readPages } from './read-pages.ts';
import { clean, moment, table } from './table.ts';

type Member = {
  id: string;
  user: { email: string; name: string };
  role: { slug: string };
  apiKeyCount: number;
  createdAt: string;
};
type Invited = {
  url: string;
  invitation: { id: string; email: string; role: { slug: string }; expiresAt: string };
};

const MEMBER = 'id user { email name } role { slug } apiKeyCount createdAt';
const LIST = `query CribMembers($search: String, $first: Int!, $after: String) {
  members(search: $search, first: $first, after: $after) {
    edges { node { ${MEMBER} } }
    pageInfo { hasNextPage endCursor }
  }
}`;
const INVITE = `mutation CribInviteMember($input: InviteMemberInput!) {
  inviteMember(input: $input) { url invitation { id email role { slug } expiresAt } }
}`;
const UPDATE = `mutation CribUpdateMember($input: UpdateMemberInput!) {
  updateMember(input: $input) { member { ${MEMBER} } }
}`;
const REMOVE = `mutation CribRemoveMember($input: RemoveMemberInput!) {
  removeMember(input: $input) { id revokedApiKeys }
}`;

const EMAIL_FLAG = {
  email: { type: 'string', required: true, valueHint: 'email', description: 'Their address.' },
} as const;
const ROLE_FLAG = {
  role: { type: 'string', required: true, valueHint: 'slug', description: 'Slug of the role, such as member.' },
} as const;

/** As JSON a member is flat: scripts ask for an address or a role, not for how the API nests them. */
const flat = ({ id, user, role, apiKeyCount, createdAt }: Member) => ({
  id,
  email: user.email,
  name: user.name,
  role: role.slug,
  apiKeyCount,
  createdAt,
});

async function requireMember(ask: Ask, email: string, tenant: string): Promise<Member> {
  const wanted = email.trim().toLowerCase();
  const { rows } = await readPages<Member>(ask, LIST, { search: wanted });
  const member = rows.find(({ user }) => user.email.toLowerCase() === wanted);
  if (member) return member;
  const message = `${email} is not a member of ${tenant}. See: npm run crib -- members list --tenant ${tenant}`;
  throw new CliFailure('NOT_FOUND', message, [{ path: ['email'], message }]);
}

const list = command({
  name: 'list',
  description: 'Lists the members of a tenant.',
  flags: {
    ...TENANT_FLAG,
    search: { type: 'string', valueHint: 'text', description: 'Part of a name or address.' },
    ...LIMIT_FLAG,
  },
  async run({ tenant, search, limit }, { crib, terminal }) {
    const most = parseLimit(limit);
    const { slug, ask } = await enterTenant(await crib(), tenant);
    const found = await readPages<Member>(ask, LIST, { search }, most);
    const columns = {
      email: ({ user }: Member) => user.email,
      name: ({ user }: Member) => user.name,
      role: ({ role }: Member) => role.slug,
      keys: ({ apiKeyCount }: Member) => String(apiKeyCount),
      since: ({ createdAt }: Member) => moment(createdAt),
    };
    const none = search === undefined ? `${slug} has no members yet.` : `Nobody in ${slug} matches "${clean(search)}".`;
    const text = found.rows.length > 0 ? table(found.rows, columns, terminal) : none;
    return { data: found.rows.map(flat), text, note: noteOn(found) };
  },
});

const invite = command({
  name: 'invite',
  description: 'Prints a link with which one address can join a tenant.',
  flags: { ...TENANT_FLAG, ...EMAIL_FLAG, ...ROLE_FLAG },
  async run({ tenant, email, role }, { crib }) {
    const { slug, ask } = await enterTenant(await crib(), tenant);
    const { inviteMember } = await ask<{ inviteMember: Invited }>(INVITE, { input: { email, role } });
    const { invitation, url } = inviteMember;
    const note = `${invitation.email} can join ${slug} as ${invitation.role.slug} until ${moment(invitation.expiresAt)} UTC. The link is shown this once.`;
    return { data: { url, ...invitation, role: invitation.role.slug }, text: url, note };
  },
});

const setRole = command({
  name: 'set-role',
  description: 'Changes the role of a member, at once.',
  flags: { ...TENANT_FLAG, ...EMAIL_FLAG, ...ROLE_FLAG },
  async run({ tenant, email, role }, { crib }) {
    const { slug, ask } = await enterTenant(await crib(), tenant);
    const { id } = await requireMember(ask, email, slug);
    const { updateMember } = await ask<{ updateMember: { member: Member } }>(UPDATE, { input: { id, role } });
    const { member } = updateMember;
    return { data: flat(member), text: `${member.user.email} is ${member.role.slug} in ${slug} now.` };
  },
});

const remove = command({
  name: 'remove',
  description: 'Takes a person out of a tenant and revokes the keys they made.',
  flags: {
    ...TENANT_FLAG,
    ...EMAIL_FLAG,
    yes: { type: 'boolean', description: 'Do not ask whether you are sure.' },
  },
  async run({ tenant, email, yes }, { crib, terminal, json }) {
    const { slug, ask } = await enterTenant(await crib(), tenant);
    const member = await requireMember(ask, email, slug);
    const what = `Remove ${member.user.email} (${member.role.slug}) from ${slug} and revoke the keys they made?`;
    if (!yes) await confirm(what, json ? undefined : terminal.ask);
    const { removeMember } = await ask<{ removeMember: { id: string; revokedApiKeys: number } }>(REMOVE, {
      input: { id: member.id },
    });
    const keys = removeMember.revokedApiKeys;
    const text = `${member.user.email} is no longer in ${slug}; ${keys} of their keys ${keys === 1 ? 'was' : 'were'} revoked.`;
    return { data: { ...removeMember, email: member.user.email }, text };
  },
});

export const members = family('members', 'Lists, invites, changes and removes the members of a tenant.', {
  list,
  invite,
  'set-role': setRole,
  remove,
});
