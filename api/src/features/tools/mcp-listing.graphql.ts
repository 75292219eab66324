import { builder } from '#graphql/builder.ts';
import { evaluationFor } from './find-tools.ts';
import { toMcpListing } from './to-mcp-listing.ts';
import { ToolType } from './tool.graphql.ts';

builder.objectField(ToolType, 'mcpListing', (t) =>
  t.field({
    type: 'JSON',
    description:
      'The tool as an MCP client of the caller is told of it: an entry of `tools/list` with `name`, `title`, `description`, ' +
      '`inputSchema`, `outputSchema` and `annotations`. It speaks of the tool itself: approval rules of the tenant, which ' +
      'look at single calls, are not in it.',
    resolve: async (tool, _args, ctx) => toMcpListing(tool, (await evaluationFor(ctx)).availability),
  }),
);
