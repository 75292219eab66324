import { postgresBinaries, startPostgres } from '../test/processes/private-postgres.ts';
import { makeFolder, type Running, readLine, start } from '../test/processes/process-kit.ts';
import { get } from '../test/processes/wire-client.ts';

const INVITE = 'mutation($email: String!) { inviteMember(input: { email: $email, role: "member" }) { url } }';
const ACCEPT = `mutation($token: String!, $name: String!) {
  acceptInvitation(input: { token: $token, name: $name, password: "seven copper kettles" }) { tenant { slug } }
}`;

/** A PostgreSQL server for one benchmark: our own, and none where PostgreSQL is not installed. */
export async function openBenchPostgres() {
  if (!postgresBinaries) {
    console.log('PostgreSQL is not installed here; only the embedded database is measured.');
    return undefined;
  }
  return startPostgres();
}

export type Crib = { running: Running; key: string; dataDir: string };

export async function startCrib(settings: Record<string, string> = {}): Promise<Crib> {
  const dataDir = makeFolder();
  const running = await start({ DATA_DIR: dataDir, LOG_LEVEL: 'info', ...settings });
  return { running, dataDir, key: readLine(dataDir, 'owner.key') };
}

/** Lets people join the demo until it has this many members. */
export async function fillDemo({ running: { url }, key }: Crib, members: number): Promise<void> {
  const found = await get(url, { key }, '{ members { totalCount } }');
  for (let count = found.members.totalCount; count < members; count++) {
    const { inviteMember } = await get(url, { key }, INVITE, { email: `member-${count}@demo.test` });
    const token = inviteMember.url.split('/').at(-1);
    await get(url, {}, ACCEPT, { token, name: `Member ${count}` });
  }
}

const CREATE_TOOL = 'mutation($input: CreateToolInput!) { createTool(input: $input) { tool { slug } } }';

/** Authors this many tools in the demo, as drafts. */
export async function fillTools({ running: { url }, key }: Crib, tools: number): Promise<void> {
  for (let at = 0; at < tools; at++) {
    const input = {
      slug: `tool-${at}`,
      name: `Tool ${at}`,
      description: 'Tells the weather of a city.',
      category: 'bench',
      icon: 'cloud',
      fields: [{ name: 'city', label: 'City', type: 'text', required: true }],
      executionSpec: { kind: 'http', url: 'https://api.example.com/{{input.city}}' },
      enabled: false,
    };
    await get(url, { key }, CREATE_TOOL, { input });
  }
}
