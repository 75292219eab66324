import { assertActionFields, JSON_WORDS, type ManageToolsInput, PLAIN_WORDS } from './manage-tools-input.ts';

type ManageToolsPreview = { effect: string; changes?: string[] };

const switched = ({ enabled }: ManageToolsInput) => (enabled === false ? 'off' : 'on');

const changed = (input: ManageToolsInput): string[] =>
  [...PLAIN_WORDS, ...JSON_WORDS].filter((word) => input[word] !== undefined && input[word] !== null);

const EFFECTS: Record<ManageToolsInput['action'], (input: ManageToolsInput) => ManageToolsPreview> = {
  create: (input) => ({ effect: `Makes the new tool ${input.slug}, switched ${switched(input)}.` }),
  update: (input) => ({
    effect: `Changes version ${input.version} of the tool ${input.slug}, for everybody who has it.`,
    changes: changed(input),
  }),
  delete: ({ slug }) => ({ effect: `Deletes the tool ${slug}, for everybody who has it.` }),
  get: ({ slug }) => ({ effect: `Reads the tool ${slug}, and changes nothing.` }),
  list: () => ({ effect: 'Reads the list of tools, and changes nothing.' }),
};

/** What a call of manageTools would do to the catalog. */
export function previewManageTools(input: ManageToolsInput): ManageToolsPreview {
  const refusal = assertActionFields(input);
  return refusal ? { effect: `Nothing: ${refusal.error}.` } : EFFECTS[input.action](input);
}
