import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Database, openDatabase } from '#platform/database.ts';
import { createScratchDatabase, MIGRATIONS } from '#platform/database-test-server.ts';
import { createLog } from '#platform/log.ts';
import { migrate } from '#platform/migrate.ts';
import { createPeople, type PeopleOptions } from './people.ts';
import type { SessionsEnded } from './people-sessions.ts';

export const SECRET = 'a secret of this test, long enough to sign with';
export const PASSWORD = 'correct horse battery';

/** A database of its own: embedded, or on the PostgreSQL server that is named. */
export async function openTestDatabase(serverUrl: string | undefined): Promise<Database> {
  const scratch = serverUrl ? await createScratchDatabase(serverUrl) : undefined;
  const database = await openDatabase({ folder: null, url: scratch?.url });
  await migrate(database.owner, MIGRATIONS);
  return {
    ...database,
    async close() {
      await database.close();
      await scratch?.drop();
    },
  };
}

type Answer = { status: number; headers: Headers; body: unknown };

/** Keeps cookies, sends the page's origin and follows no redirects. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #url: string;
  readonly #headers: Record<string, string>;

  constructor(url: string, headers: Record<string, string> = {}) {
    this.#url = url;
    this.#headers = headers;
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  get(target: string): Promise<Answer> {
    return this.#fetch(target, { method: 'GET' });
  }

  post(target: string, body: unknown = {}, headers: Record<string, string> = {}): Promise<Answer> {
    const sent = { origin: this.#url, 'content-type': 'application/json', ...headers };
    return this.#fetch(target, {
      method: 'POST',
      headers: sent,
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }

  async #fetch(target: string, init: RequestInit): Promise<Answer> {
    const headers = new Headers({ ...this.#headers, ...(init.headers as Record<string, string>) });
    if (this.cookies.size > 0) headers.set('cookie', this.cookieHeader);
    const response = await fetch(new URL(target, this.#url), { ...init, headers, redirect: 'manual' });
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    const text = await response.text();
    const isJson = text !== '' && response.headers.get('content-type')?.includes('json');
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  }

  #keep(cookie: string): void {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
    if (/max-age=0/i.test(cookie)) this.cookies.delete(name!);
    else this.cookies.set(name!, value!);
  }
}

/** People behind a real server on a free port, on the given database. */
export async function startPeopleServer(database: Database, given: Partial<PeopleOptions> = {}) {
  const ended: SessionsEnded[] = [];
  const logLines: string[] = [];
  const server = createServer((req, res) => void people.handle(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people = createPeople({
    prisma: database.system,
    secret: SECRET,
    baseUrl: () => url,
    production: false,
    signInLimit: { attempts: 1_000, windowSeconds: 60 },
    onSessionsEnded: (event) => ended.push(event),
    log: createLog('debug', { write: (line) => logLines.push(line) }),
    ...given,
  });
  let count = 0;
  return {
    people,
    url,
    ended,
    logLines,
    openBrowser: (headers?: Record<string, string>) => new Browser(url, headers),
    addPerson(password: string | undefined = PASSWORD) {
      count += 1;
      const email = `person-${count}-${Math.random().toString(36).slice(2)}@demo.test`;
      return people.createPerson({ email, name: `Person ${count}`, password });
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type PeopleServer = Awaited<ReturnType<typeof startPeopleServer>>;

export async function signIn(server: PeopleServer, email: string, password = PASSWORD): Promise<Browser> {
  const browser = server.openBrowser();
  const answer = await browser.post('/api/auth/sign-in/email', { email, password });
  if (answer.status !== 200) throw new Error(`Sign-in answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return browser;
}
