/** A tool as the server describes it, with what the test is about. */
export function aTool(slug: string, more: object = {}) {
  return {
    id: `tool-${slug}`,
    slug,
    name: slug,
    description: `What ${slug} is for.`,
    category: 'Numbers',
    icon: 'calculator',
    origin: 'CUSTOM',
    kind: null,
    enabled: true,
    version: 0,
    executionType: 'GATEWAY',
    permissionPolicy: 'AUTO',
    requiredPermission: null,
    requiredSecrets: [],
    fields: [],
    fieldTree(this: { fields: object[] }) {
      return this.fields;
    },
    inputExamples: [],
    outputSections: [],
    sensitiveFields: [],
    denyOptions: [],
    outputTables: [],
    formSpec: null,
    isFavourite: false,
    availability: null,
    executionSpec: null,
    inputSchema: { type: 'object', properties: {} },
    mcpListing: { name: slug, title: slug },
    ...more,
  };
}
