import { describe, expect, it, vi } from 'vitest';
import { graphql } from '#gql/gql.ts';
import { refuse, startFakeServer } from '../../test/fake-server.ts';
import { FakeSocket, startFakeSockets } from '../../test/fake-socket.ts';
import { signedIn } from '../../test/people.ts';
import { clientFor } from './active-client.ts';
import { createTenantClient } from './client.ts';

const ClientTestQuery = graphql(`
  query ClientTestQuery {
    viewer {
      tenant {
        id
        name
      }
    }
  }
`);

async function tenantName(client: ReturnType<typeof clientFor>['client'], requestPolicy?: 'cache-only') {
  const { data } = await client.query(ClientTestQuery, {}, { requestPolicy }).toPromise();
  return data?.viewer.tenant?.name;
}

describe('the client of a tenant', () => {
  it('names its tenant and shows the cookie to this site only', async () => {
    startFakeSockets();
    const server = startFakeServer({ fields: signedIn() });
    await tenantName(createTenantClient('ims').client);
    const [request] = server.requests;
    expect(request?.headers.get('x-toolcrib-tenant')).toBe('ims');
    expect(request?.headers.get('accept')).toBe('application/graphql-response+json, application/json');
    expect(request?.credentials).toBe('same-origin');
  });

  it('is the same for the same tenant, and a fresh one without anything cached for another', async () => {
    startFakeSockets();
    startFakeServer({ fields: signedIn() });
    const demo = clientFor('demo');
    expect(await tenantName(demo.client)).toBe('Demo Industries');
    expect(clientFor('demo')).toBe(demo);

    const ims = clientFor('ims');
    expect(ims.client).not.toBe(demo.client);
    expect(await tenantName(ims.client, 'cache-only')).toBeUndefined();
    expect(await tenantName(ims.client)).toBe('Institute of Marine Science');

    const again = clientFor('demo');
    expect(again.client).not.toBe(demo.client);
    expect(await tenantName(again.client, 'cache-only')).toBeUndefined();
  });

  it('ends the live connection of the tenant that is left', async () => {
    startFakeSockets();
    startFakeServer({ fields: signedIn() });
    const { client } = clientFor('left');
    const { unsubscribe } = client.subscription('subscription { settingsChanged { id } }', {}).subscribe(() => {});
    const socket = await vi.waitFor(FakeSocket.latest);
    socket.accept();
    clientFor('other');
    await vi.waitFor(() => expect(socket.readyState).toBe(FakeSocket.CLOSED));
    unsubscribe();
  });

  it('leaves for the sign-in page when the session is over, and says so only to who was signed in', async () => {
    startFakeSockets();
    let over = true;
    const viewer = () => (over ? refuse('UNAUTHENTICATED', 'Your sign-in has ended.') : { kind: 'USER', tenants: [] });
    startFakeServer({ fields: { viewer } });
    const left = vi.fn();
    const { client } = createTenantClient('demo', left);
    await tenantName(client);
    expect(left).toHaveBeenLastCalledWith(false);
    over = false;
    await tenantName(client);
    over = true;
    await client.query(ClientTestQuery, {}, { requestPolicy: 'network-only' }).toPromise();
    expect(left).toHaveBeenLastCalledWith(true);
  });
});
