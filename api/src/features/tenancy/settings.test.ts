import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toNodeId } from '#platform/ids.ts';
import { type Client, clientFor } from '../../../test/client.ts';
import { createMaker } from '../../../test/fill-tenant.ts';
import { tellStory } from '../../../test/story.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

const FOLLOW = 'subscription { settingsChanged { kind id } }';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

async function follow(client: Client) {
  const stream = await client.follow(FOLLOW);
  if (stream.refused) throw new Error(JSON.stringify(stream.refused));
  return {
    /** The next change, or nothing when the stream has ended. */
    next: async () => (await stream.next!())?.settingsChanged,
    end: () => stream.end!(),
  };
}

describe('those who may read the settings', () => {
  it('hear of every kind of change, in order, with the id that opens the row', async () => {
    const story = await tellStory(app);
    const owner = await story.as('system_admin');
    const make = createMaker(app, story);
    const stream = await follow(await story.key({ role: 'viewer' }));
    const expectNext = async (kind: string, id: string) => expect(await stream.next()).toEqual({ kind, id });

    const first = stream.next();
    const workspace = await make.Workspace();
    expect(await first).toEqual({ kind: 'WORKSPACE', id: workspace });
    expect((await owner.get('query ($id: ID!) { node(id: $id) { id } }', { id: workspace })).node.id).toBe(workspace);

    await expectNext('ROLE', await make.Role());
    await expectNext('MEMBER', await make.Membership());
    await expectNext('INVITATION', await make.Invitation());
    await expectNext('API_KEY', await make.ApiKey());
    await owner.get('mutation { updateTenant(input: { name: "New name" }) { tenant { id } } }');
    await expectNext('TENANT', toNodeId('Tenant', story.tenant.id));
    await owner.get('mutation ($id: ID!) { deleteWorkspace(input: { id: $id }) { id } }', { id: workspace });
    await expectNext('WORKSPACE', workspace);
    await stream.end();
  });

  it('hear what happened between their subscribing and their first read', async () => {
    const story = await tellStory(app);
    const stream = await follow(await story.key({ role: 'viewer' }));
    const id = await createMaker(app, story).Workspace();
    expect(await stream.next()).toEqual({ kind: 'WORKSPACE', id });
    await stream.end();
  });

  it('hear nothing of a change that was taken back', async () => {
    const story = await tellStory(app);
    const owner = await story.as('system_admin');
    const stream = await follow(await story.key({ role: 'viewer' }));
    await owner.run('mutation { createWorkspace(input: { slug: "main", name: "Taken" }) { workspace { id } } }');
    const ctx = app.createContext(owner.viewer, 'x');
    const failed = ctx.transaction(async (inside) => {
      inside.ring('Role', story.tenant.id);
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    const id = await createMaker(app, story).Workspace();
    expect(await stream.next()).toEqual({ kind: 'WORKSPACE', id });
    await stream.end();
  });

  it('are told to read everything again after the bell was deaf', async () => {
    const story = await tellStory(app);
    const stream = await follow(await story.key({ permissions: ['roles.tenant.read', 'keys.tenant.read'] }));
    app.live.ring('*', '*', '*');
    const heard = [await stream.next(), await stream.next()];
    expect(heard.map((change) => change.kind).sort()).toEqual(['API_KEY', 'ROLE']);
    await stream.end();
  });
});

describe('those who may not', () => {
  it('hear only of their own place', async () => {
    const story = await tellStory(app);
    const owner = await story.as('system_admin');
    const member = await story.as('member');
    const make = createMaker(app, story);
    const stream = await member.follow(FOLLOW);
    const other = await make.Membership();
    await make.ApiKey();
    await make.Role();
    await owner.get('mutation ($id: ID!) { updateMember(input: { id: $id, role: "viewer" }) { member { id } } }', {
      id: other,
    });
    await member.get('mutation { updateProfile(input: { name: "Me" }) { user { name } } }');
    const own = toNodeId('Membership', member.viewer.membershipId!);
    expect((await stream.next!()).settingsChanged).toEqual({ kind: 'MEMBER', id: own });
    await stream.end!();
  });

  it('hear of each kind by its own right', async () => {
    const story = await tellStory(app);
    const make = createMaker(app, story);
    const stream = await follow(await story.key({ permissions: ['roles.tenant.read'] }));
    await make.Membership();
    await make.Workspace();
    await make.ApiKey();
    const id = await make.Role();
    expect(await stream.next()).toEqual({ kind: 'ROLE', id });
    await stream.end();
  });
});

describe('strangers', () => {
  it('are refused when they subscribe', async () => {
    const { refused } = await clientFor(app).follow(FOLLOW);
    expect(refused?.errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
  });

  it('and so are people who named no tenant', async () => {
    const { viewer } = await (await tellStory(app)).as('system_admin');
    const { refused } = await clientFor(app, { ...viewer, scope: undefined }).follow(FOLLOW);
    expect(refused?.errors?.[0]?.extensions.code).toBe('FORBIDDEN');
  });
});

it('ends for a reader who waits, as soon as they leave', async () => {
  const stream = await follow(await (await tellStory(app)).key({ role: 'viewer' }));
  const waiting = stream.next();
  await stream.end();
  expect(await waiting).toBeUndefined();
});
