import { parseNodeIdOf } from '#platform/ids.ts';
import type { Answer } from '../client.ts';
import type { Headers } from '../wire.ts';
import type { House } from './house.ts';

const CREATE_TOOL = 'mutation($input: CreateToolInput!) { createTool(input: $input) { tool { slug } } }';
const UPDATE_TOOL = 'mutation($input: UpdateToolInput!) { updateTool(input: $input) { tool { version } } }';
const CREATE_RULE = `mutation($rule: ApprovalRuleDraft!) { createApprovalRule(input: { rule: $rule }) {
  rule { id revision } } }`;
const UPDATE_RULE = `mutation($input: UpdateApprovalRuleInput!) { updateApprovalRule(input: $input) { rule { id } } }`;
const DELETE_RULE = 'mutation($id: ID!) { deleteApprovalRule(input: { id: $id }) { id } }';
const APPROVALS = `query($slug: String!) { approvals(first: 100, filter: { toolSlug: $slug }) { edges { node {
  id status input why assigneeId edits { path before after } run { id source subSource } } } } }`;
export const DECIDE =
  'mutation($input: DecideApprovalInput!) { decideApproval(input: $input) { approval { status } } }';

export type Input = { word: string; amount: number; note: string };
export type Asked = {
  id: string;
  status: string;
  input: Input;
  why: string;
  assigneeId: string | null;
  edits: { path: string; before: unknown; after: unknown }[];
  run: { id: string; source: string; subSource: string | null };
};
export type Rule = { id: string; revision: number };

const field = (name: string, type = 'text') => ({ name, label: name, type, required: true });
export const FIELDS = [field('word'), field('amount', 'number'), field('note')];
const PASSED_ON = { word: '{{input.word}}', amount: '{{input.amount}}', note: '{{input.note}}' };

/** A tenant, what its admin does in it, and what the log says. Everything goes over the wire. */
export async function openBench(house: House, roles: readonly ('admin' | 'system_admin')[]) {
  const story = await house.wire().tellStory();
  const keeper = await house.wire().key(story);
  const deciders: Headers[] = [];
  for (const role of roles) deciders.push(await house.wire().person(story, role));
  let made = 0;

  const ask = async (who: Headers, query: string, variables: object = {}): Promise<Answer> =>
    (await house.wire().ask(query, who, variables)).body;
  async function get(who: Headers, query: string, variables: object = {}): Promise<Answer['data']> {
    const { data, errors } = await ask(who, query, variables);
    if (errors) throw new Error(`${query}\n${JSON.stringify(errors)}`);
    return data;
  }

  async function author(executionSpec: object, more: object = {}): Promise<string> {
    const slug = `kit-${++made}`;
    const about = { name: slug, description: 'For tests.', category: 'test', icon: 'wrench', fields: FIELDS };
    await get(keeper, CREATE_TOOL, { input: { slug, ...about, executionSpec, ...more } });
    return slug;
  }

  return {
    story,
    keeper,
    deciders,
    ask,
    get,
    /** A tool that asks the service outside for a word. */
    authorReaching: (permissionPolicy: 'AUTO' | 'ALWAYS_ASK') =>
      author({ kind: 'http', method: 'POST', url: house.upstream.address }, { permissionPolicy }),
    /** A tool whose one step is another tool. */
    compose: (toolSlug: string) =>
      author({ kind: 'composition', steps: [{ id: 'only', toolSlug, inputMap: PASSED_ON }] }),
    async change(slug: string, change: object): Promise<void> {
      const { editableTool } = await get(keeper, 'query($slug: String!) { editableTool(slug: $slug) { version } }', {
        slug,
      });
      await get(keeper, UPDATE_TOOL, { input: { slug, version: editableTool.version, ...change } });
    },
    async addRule(rule: object): Promise<Rule> {
      return (await get(keeper, CREATE_RULE, { rule: { name: 'A rule of the kit', ...rule } })).createApprovalRule.rule;
    },
    changeRule: (rule: Rule, change: object) => get(keeper, UPDATE_RULE, { input: { ...rule, rule: change } }),
    deleteRule: ({ id }: Rule) => get(keeper, DELETE_RULE, { id }),
    async approvals(slug: string): Promise<Asked[]> {
      const { approvals } = await get(keeper, APPROVALS, { slug });
      return approvals.edges.map(({ node }: { node: Asked }) => node);
    },
    /** OK, or the code of the refusal. */
    async decide(who: Headers, id: string, decision: 'APPROVE' | 'DENY', more: object = {}): Promise<string> {
      const { errors } = await ask(who, DECIDE, { input: { id, decision, ...more } });
      return errors?.[0]?.extensions.code ?? 'OK';
    },
    /** The events of all calls of a tool, in their order. */
    async log(slug: string): Promise<string[]> {
      const events = await house.app().database.system.sessionEvent.findMany({
        where: { tenantId: story.tenant.id, toolSlug: slug },
        orderBy: { pos: 'asc' },
        select: { type: true },
      });
      return events.map(({ type }) => type);
    },
    /** Somebody asks, out of turn and more than once, for a run to be started or resumed. */
    async pushRun(runId: string): Promise<void> {
      const job = { tenantId: story.tenant.id, runId: parseNodeIdOf('ToolRun', runId)! };
      for (const type of ['run.start', 'run.resume', 'run.start']) await house.app().queue.enqueue(type, job);
    },
    /** What was to start a run is gone, and was so long ago that nobody is about to bring it. */
    async loseJobs(runId: string): Promise<void> {
      const id = parseNodeIdOf('ToolRun', runId)!;
      const { owner } = house.app().database;
      const { rowCount } = await owner.query("DELETE FROM toolcrib_queue.job WHERE data->>'runId' = $1", [id]);
      if (rowCount === 0) throw new Error('There was no job to lose.');
      await owner.query("UPDATE run_heads SET created_at = created_at - interval '1 hour' WHERE id = $1", [id]);
    },
  };
}

export type Bench = Awaited<ReturnType<typeof openBench>>;
