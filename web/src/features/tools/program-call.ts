/** What a program sends to use a tool, and where it finds the answer. */
export type ProgramCall = {
  label: string;
  purpose: string;
  document: string;
  variables: (slug: string, input: unknown) => object;
  answer: string;
};

export const programCall: ProgramCall = {
  label: 'GraphQL mutation',
  purpose: 'How a program runs the tool.',
  document: `mutation RunTool($input: ExecuteToolInput!) {
  executeTool(input: $input) {
    run { id status output }
    error { code message }
  }
}`,
  variables: (slug, input) => ({ input: { slug, input } }),
  answer: 'executeTool',
};
