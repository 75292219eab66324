import type { Context } from '#access/context.ts';
import { manageTools } from '#features/tools/manage-tools.ts';
import { manageToolsInput } from '#features/tools/manage-tools-input.ts';
import { manageToolsOutput } from '#features/tools/manage-tools-output.ts';
import { previewManageTools } from '#features/tools/preview-manage-tools.ts';
import { defineTool } from '#toolkit/define-tool.ts';
import type { ToolContext } from '#toolkit/tool-context.ts';

export const manageToolsTool = defineTool({
  slug: 'manageTools',
  name: 'Manage tools',
  description:
    'Creates, changes, deletes, lists and reads the tools of this tenant. Use get before update, and send the version ' +
    'it answers. Fields, schemas, the execution spec and all lists are JSON text. A refusal comes back as error, with ' +
    'the places in fields.',
  category: 'admin',
  icon: 'wrench',
  origin: 'system',
  permissionPolicy: 'always_ask',
  requiredPermission: 'tools.tenant.update',
  input: manageToolsInput,
  output: manageToolsOutput,
  inputExamples: [
    { label: 'All tools about the weather', input: { action: 'list', search: 'weather' } },
    {
      label: 'A new tool that asks an HTTP address, as a draft',
      input: {
        action: 'create',
        slug: 'weather',
        name: 'Weather',
        description: 'Tells the weather of a city.',
        category: 'information',
        icon: 'cloud-sun',
        fields: '[{"name":"city","label":"City","type":"text","required":true}]',
        executionSpec: '{"kind":"http","url":"https://api.example.com/{{input.city}}"}',
        enabled: false,
      },
    },
    { label: 'Switch a tool off', input: { action: 'update', slug: 'weather', version: 1, enabled: false } },
  ],
  preview: previewManageTools,
  execute: (input, { host }: ToolContext<Context>) => manageTools(host, input),
});
