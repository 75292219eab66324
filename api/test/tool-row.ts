import type { Tool } from '#generated/prisma/client.ts';
import { newId } from '#platform/ids.ts';

/** A row of the table of tools in which nothing is set but what is given. */
export function makeToolRow(slug: string, kind: Tool['kind'], more: Partial<Tool> = {}): Tool {
  const at = new Date('2026-01-01T00:00:00Z');
  return {
    id: newId(),
    tenantId: newId(),
    slug,
    kind,
    enabled: null,
    name: null,
    description: null,
    category: null,
    icon: null,
    permissionPolicy: null,
    requiredPermission: null,
    executionType: null,
    visibility: null,
    fields: null,
    inputSchema: null,
    outputSchema: null,
    executionSpec: null,
    outputSections: null,
    inputExamples: null,
    display: null,
    denyOptions: null,
    sensitiveFields: null,
    revision: 1,
    updatedBy: 'somebody',
    createdAt: at,
    updatedAt: at,
    ...more,
  };
}
