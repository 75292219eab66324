import { command } from './command.ts';
import { CliFailure } from './failure.ts';
import { clean, moment } from './table.ts';

const LINK = `mutation CribSignInLink($input: CreateSignInLinkInput!) {
  createSignInLink(input: $input) { url expiresAt }
}`;
const BOOTSTRAP = `mutation CribBootstrap($input: BootstrapInput!) {
  bootstrap(input: $input) { email signInLink tenant { id slug name } }
}`;

type Link = { url: string; expiresAt: string };
type Bootstrap = { email: string; signInLink: string; tenant: { id: string; slug: string; name: string } };

const email = { type: 'string', required: true, valueHint: 'email' } as const;

/** The browser of the reader cannot guess a port that is chosen at the start. */
function warnOf(url: string): string {
  if (new URL(url).port !== '0') return '';
  return '\nPORT is 0, so this link lacks the port: set PORT or PUBLIC_BASE_URL, or ask again once the server runs.';
}

export const signInLink = command({
  name: 'sign-in-link',
  description: 'Prints a link that signs one person in, once.',
  flags: { email: { ...email, description: 'Address of a person who has an account.' } },
  async run(given, { crib }) {
    const { ask } = await crib();
    try {
      const { createSignInLink: link } = await ask<{ createSignInLink: Link }>(LINK, { input: { email: given.email } });
      const note = `It works once, until ${moment(link.expiresAt)} UTC.${warnOf(link.url)}`;
      return { data: { url: link.url, expiresAt: link.expiresAt }, text: link.url, note };
    } catch (error) {
      if (!(error instanceof CliFailure) || error.code !== 'NOT_FOUND') throw error;
      const message = `Nobody has the address ${given.email}. Invite them (members invite), make them an owner (bootstrap), or start the server once for the people of the demo.`;
      throw new CliFailure('NOT_FOUND', message, [{ path: ['email'], message }]);
    }
  },
});

export const bootstrap = command({
  name: 'bootstrap',
  description: 'Makes a person the owner of a tenant and prints their sign-in link; what is missing is made.',
  flags: {
    email: { ...email, description: 'Address of the owner.' },
    name: { type: 'string', valueHint: 'name', description: 'Name of the owner, if they are new.' },
    tenant: { type: 'string', valueHint: 'slug', description: 'The tenant. Default: main.' },
    'tenant-name': { type: 'string', valueHint: 'name', description: 'Name of the tenant, if it is new.' },
  },
  fields: { tenantSlug: 'tenant' },
  async run(given, { crib }) {
    const { ask } = await crib();
    const input = {
      email: given.email,
      name: given.name,
      tenantSlug: given.tenant,
      tenantName: given['tenant-name'],
    };
    const { bootstrap: made } = await ask<{ bootstrap: Bootstrap }>(BOOTSTRAP, { input });
    const note = `${made.email} owns the tenant ${made.tenant.slug} (${clean(made.tenant.name)}). The link works once.`;
    return { data: made, text: made.signInLink, note: note + warnOf(made.signInLink) };
  },
});
