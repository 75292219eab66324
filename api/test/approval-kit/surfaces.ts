import { callAsAgent } from './agent-double.ts';
import type { Bench } from './bench.ts';
import type { Caller } from './caller.ts';
import { callOverGraphQL } from './graphql-caller.ts';
import type { House } from './house.ts';
import { callOverMcp } from './mcp-double.ts';

export type Surface = {
  id: string;
  title: string;
  /** What makes calls wait here: the policy of the tool, or only a rule of the tenant. */
  asks: 'policy' | 'rule';
  /** Where the log says that its calls come from. */
  source: string;
  subSource: string | null;
  /** Whether several calls go into one session. */
  keepsSession: boolean;
  open(house: House, bench: Bench): Promise<Caller>;
  /** What is called so that the gated tool is. */
  entrance(bench: Bench, slug: string): Promise<string>;
};

/** Whoever asks holds the right to decide, so that it is not for want of it when they may not. */
const ROLE = 'approver';
const itself = async (_bench: Bench, slug: string) => slug;
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

export const SURFACES: readonly Surface[] = [
  {
    id: 'web',
    title: 'a person in the web app',
    asks: 'rule',
    source: 'WEB',
    subSource: null,
    keepsSession: true,
    open: async (house, bench) => callOverGraphQL(house, await house.wire().person(bench.story, ROLE)),
    entrance: itself,
  },
  {
    id: 'API key',
    title: 'a program with a plain key',
    asks: 'rule',
    source: 'API',
    subSource: null,
    keepsSession: true,
    open: async (house, { story }) => callOverGraphQL(house, bearer((await story.key({ role: ROLE })).secret)),
    entrance: itself,
  },
  {
    id: "agent's key",
    title: 'a program with a key that acts for an agent',
    asks: 'policy',
    source: 'AGENT',
    subSource: null,
    keepsSession: true,
    open: async (house, { story }) =>
      callOverGraphQL(house, bearer((await story.key({ role: ROLE, actsForAgent: true })).secret)),
    entrance: itself,
  },
  {
    id: 'agent port',
    title: 'an agent (double) with its tool set',
    asks: 'policy',
    source: 'AGENT',
    subSource: null,
    keepsSession: true,
    open: async (house, { story }) => callAsAgent(house, (await story.key({ role: ROLE, actsForAgent: true })).secret),
    entrance: itself,
  },
  {
    id: 'MCP port',
    title: 'an MCP client (double) with a plain key',
    asks: 'policy',
    source: 'API',
    subSource: 'mcp',
    keepsSession: false,
    open: async (house, { story }) => callOverMcp(house, (await story.key({ role: ROLE })).secret),
    entrance: itself,
  },
  {
    id: 'composition step',
    title: 'a step of a composition',
    asks: 'policy',
    source: 'AGENT',
    subSource: 'composition',
    keepsSession: true,
    open: async (house, { story }) =>
      callOverGraphQL(house, bearer((await story.key({ role: ROLE, actsForAgent: true })).secret)),
    entrance: (bench, slug) => bench.compose(slug),
  },
];
