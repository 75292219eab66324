import { evaluationFor, findTools } from '#features/tools/find-tools.ts';
import { toMcpListing } from '#features/tools/to-mcp-listing.ts';
import { type Caller, type CallOptions, refused, type Told } from './caller.ts';
import { callOverGraphQL } from './graphql-caller.ts';
import type { House } from './house.ts';
import { openPort, toCall } from './port.ts';

/** What `tools/call` answers. */
type CallResult = { isError: boolean; structuredContent: Record<string, unknown> };

function toResult({ state, callId, output, code, message }: Told): CallResult {
  if (state === 'failed' || state === 'refused') return { isError: true, structuredContent: { code, message } };
  if (state === 'done') return { isError: false, structuredContent: { result: output } };
  const status = state === 'waiting' ? 'pending_approval' : state;
  return { isError: false, structuredContent: { status, runId: callId } };
}

function toTold({ isError, structuredContent: said }: CallResult): Told {
  if (isError) return { ...refused({ code: said.code as string, message: said.message as string }), state: 'failed' };
  const told = { callId: (said.runId as string | undefined) ?? null, sessionId: null };
  if ('result' in said) return { state: 'done', ...told, output: said.result };
  return { state: said.status === 'pending_approval' ? 'waiting' : 'running', ...told };
}

/** A client of the MCP port as far as there is one. What became of a call it reads with the same key, as the contract says. */
export function callOverMcp(house: House, token: string): Caller {
  const port = openPort(house, token);
  const credentials = { authorization: `Bearer ${token}` };
  const { read, cancel } = callOverGraphQL(house, credentials);

  async function list() {
    const ctx = await port.context();
    const [{ included }, { availability }] = await Promise.all([findTools(ctx), evaluationFor(ctx)]);
    return { ctx, listings: included.map((tool) => ({ slug: tool.slug, listing: toMcpListing(tool, availability) })) };
  }

  /** `params` of `tools/call`; what a client says about itself under `_meta` is not looked at. */
  async function callTool(params: { name: string; arguments: object; _meta?: object }, options: CallOptions = {}) {
    const { ctx, listings } = await list();
    const slug = listings.find(({ listing }) => listing.name === params.name)!.slug;
    const told = await port.execute(ctx, { slug, input: params.arguments, ...toCall(options), subSource: 'mcp' });
    return toTold(toResult(told));
  }

  return {
    credentials,
    read,
    cancel,
    call: (slug, input, options) => callTool({ name: slug, arguments: input }, options),
    claims: (slug, input) => [
      callTool({ name: slug, arguments: input, _meta: { approved: true, approvalId: 'made-up' } }),
      callTool({ name: slug, arguments: { ...input, approved: true } }),
    ],
    async readsOf(slug) {
      const { listings } = await list();
      return JSON.stringify(listings.find((each) => each.slug === slug)!.listing);
    },
  };
}
