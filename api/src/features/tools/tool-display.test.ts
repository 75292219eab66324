import { describe, expect, it } from 'vitest';
import { makeToolRow } from '../../../test/tool-row.ts';
import { composeTool } from './compose-tool.ts';
import type { ToolContent } from './tool-content.ts';
import type { ToolDraft } from './tool-draft.ts';
import { toTenantTool } from './tool-row.ts';

const asking = (customUI: string) => ({ kind: 'client', display: { customUI } });
const http = { kind: 'http', url: 'https://api.example.com' };
const DRAFT: ToolDraft = {
  name: 'Confirm',
  description: 'Asks somebody.',
  category: 'people',
  icon: 'hand',
  fields: [],
  enabled: false,
  executionSpec: asking('confirmAction'),
};

async function compose(draft: ToolDraft, base: ToolContent | null = null): Promise<ToolContent> {
  const surroundings = {
    slug: 'mine',
    findSpec: () => undefined,
    findFields: () => [],
    findInputs: () => undefined,
    findCallers: () => [],
    runnableKinds: new Set(['http']),
  };
  return (await composeTool(base, draft, surroundings)).content;
}

describe('the component of a tool that people answer', () => {
  it('shows its calls too', async () => {
    const content = await compose(DRAFT);
    expect(content).toMatchObject({ executionType: 'space', display: { customUI: 'confirmAction' } });
    expect((await compose({ executionSpec: asking('pickFile') }, content)).display).toEqual({ customUI: 'pickFile' });
    expect((await compose({ display: null }, content)).display).toEqual({ customUI: 'confirmAction' });
  });

  it('is gone when the tool works otherwise, unless another is named', async () => {
    const content = await compose(DRAFT);
    expect((await compose({ executionSpec: http }, content)).display).toBeNull();
    const display = { customUI: 'weatherCard' };
    expect((await compose({ executionSpec: http, display }, content)).display).toEqual(display);
  });

  it('is one: another beside it is refused with a sentence', async () => {
    await expect(compose({ ...DRAFT, display: { customUI: 'other' } })).rejects.toMatchObject({
      details: { fields: [{ path: ['display', 'customUI'], message: expect.stringContaining('confirmAction') }] },
    });
    expect(await compose({ ...DRAFT, display: { customUI: 'confirmAction' } })).toMatchObject({
      display: { customUI: 'confirmAction' },
    });
  });

  it('is known of rows that were stored without it', () => {
    const row = makeToolRow('confirm', 'TENANT_CUSTOM', { executionSpec: asking('confirmAction') });
    expect(toTenantTool(row).display).toEqual({ customUI: 'confirmAction' });
  });
});

it('leaves the component of other tools to their authors', async () => {
  const display = { customUI: 'weatherCard' };
  const content = await compose({ ...DRAFT, executionSpec: http, display });
  expect(content.display).toEqual(display);
  expect((await compose({ name: 'Other' }, content)).display).toEqual(display);
  expect((await compose({ display: null }, content)).display).toBeNull();
});
