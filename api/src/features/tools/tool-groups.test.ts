import { describe, expect, it } from 'vitest';
import { RUNTIMES } from './evaluate-tools.ts';
import { harnessCategoriesOf } from './harness-categories.ts';
import { isDeclared, TOOL_GROUP_LABELS, TOOL_GROUPS } from './tool-groups.ts';

const SHELF = {
  queryEntities: 'entity',
  searchDocuments: 'document',
  extractFilters: 'filter',
  deepResearch: 'research',
  webSearch: 'web',
  roiCalculator: 'analysis',
  riskAssessment: 'assessment',
  roadmap: 'planning',
  getWorkflowStatus: 'workflow',
  triggerWorkflow: 'workflow',
  retryNode: 'workflow',
  getTaskStatus: 'task',
  manageTasks: 'task',
  retrySession: 'task',
  remember: 'memory',
  getUsageStats: 'context',
  updateFieldConfig: 'admin',
  manageTools: 'admin',
  manageView: 'view',
  generateImage: 'media',
  lonely: 'a-category-of-a-tenant',
};

function declaredBy(...declared: string[]): string[] {
  const names = new Set(declared);
  return Object.entries(SHELF).flatMap(([slug, category]) => (isDeclared(names, { slug, category }) ? [slug] : []));
}

const ENTITY = ['queryEntities', 'searchDocuments', 'extractFilters', 'deepResearch'];

describe('an agent that declares', () => {
  it.each<[declared: string[], tools: string[]]>([
    [[], []],
    [['entity'], ENTITY],
    [
      ['entity', 'web'],
      [...ENTITY, 'webSearch'],
    ],
    [['analysis'], ['roiCalculator']],
    [
      ['assessment', 'planning'],
      ['riskAssessment', 'roadmap'],
    ],
    [['workflow'], ['getWorkflowStatus', 'triggerWorkflow', 'retryNode']],
    [['tasks'], ['manageTasks', 'retrySession']],
    [['memory'], ['remember', 'getUsageStats']],
    [['context'], ['remember', 'getUsageStats']],
    [['admin'], ['updateFieldConfig', 'manageTools', 'manageView']],
    [['view'], ['manageView']],
    [['media'], ['generateImage']],
    [['a-category-of-a-tenant'], ['lonely']],
    [['webSearch'], ['webSearch']],
    [['manageTasks'], ['manageTasks']],
    [['document', 'task', 'nothing-there'], []],
  ])('%j has those, and may look at its tasks', (declared, tools) => {
    expect(declaredBy(...declared).sort()).toEqual([...tools, 'getTaskStatus'].sort());
  });
});

it('names every group for people, each differently', () => {
  const labels = Object.values(TOOL_GROUPS).map((group) => TOOL_GROUP_LABELS[group]);
  expect(new Set(labels.filter(Boolean)).size).toBe(Object.keys(TOOL_GROUPS).length);
});

describe('harness tools come', () => {
  const quiet = RUNTIMES.filter((runtime) => runtime !== 'room' && runtime !== 'webhook');
  it.each(quiet)('with no category in %s', (runtime) => {
    expect([...harnessCategoriesOf(runtime, 'whatsapp')]).toEqual([]);
  });

  it.each<[runtime: 'room' | 'webhook', channel: string | undefined, categories: string[]]>([
    ['room', undefined, ['room']],
    ['room', 'whatsapp', ['room']],
    ['webhook', 'whatsapp', ['outbound', 'whatsapp']],
    ['webhook', 'sms', ['outbound', 'sms']],
    ['webhook', undefined, ['outbound']],
    ['webhook', 'room', ['outbound']],
  ])('in %s with the channel %s', (runtime, channel, categories) => {
    expect([...harnessCategoriesOf(runtime, channel)]).toEqual(categories);
  });
});
