import { aTool } from '#features/tools/tools-test-kit.ts';

/** A tool as its editors see it. */
export function anAdminTool(slug: string, more: object = {}) {
  return {
    ...aTool(slug),
    visibility: 'VISIBLE',
    display: null,
    outputSections: [],
    overridden: [] as string[],
    base: null as object | null,
    executionSpec: null as object | null,
    availability: { available: true, gate: null, reason: null, missingSecrets: [] },
    versions: [] as object[],
    ...more,
  };
}

export type AdminTool = ReturnType<typeof anAdminTool>;

export const everyToolRight = ['read', 'create', 'update', 'delete']
  .map((verb) => `tools.tenant.${verb}`)
  .concat('tools.system.override', 'secrets.tenant.read');

export const executionKinds = () => [
  { kind: 'http', mode: null, runnable: true, executionTypes: ['EXTERNAL'] },
  { kind: 'prompt', mode: 'single', runnable: false, executionTypes: ['GATEWAY'] },
];
