import { notifications } from '@mantine/notifications';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import { useMutationForm } from '#lib/use-mutation-form.ts';
import {
  carryOver,
  type OverriddenTool,
  type OverrideValues,
  overrideSchema,
  toOverrideValues,
  toPatch,
  touchedWords,
} from './override-values.ts';

const OverrideForm_words = graphql(`
  fragment OverrideForm_words on Tool {
    enabled
    name
    description
    icon
    category
    permissionPolicy
    visibility
    display
    outputSections { key label type config }
  }
`);

/** Without the id of the base, which is that of the tool: the cache would take one for the other. */
const OverrideForm_tool = graphql(`
  fragment OverrideForm_tool on Tool {
    id
    slug
    version
    overridden
    ...OverrideForm_words
    base { ...OverrideForm_words }
  }
`);

export type MaskedTool = FragmentType<typeof OverrideForm_tool>;

export function readTool(masked: MaskedTool): OverriddenTool {
  const tool = readFragment(OverrideForm_tool, masked);
  return { ...tool, ...readFragment(OverrideForm_words, tool), base: readFragment(OverrideForm_words, tool.base) };
}

const OverrideForm_save = graphql(`
  mutation OverrideForm_save($input: UpsertToolOverrideInput!) {
    upsertToolOverride(input: $input) { tool { id ...OverrideForm_tool } }
  }
`);

/** The form stays with the version that was looked at, so that no save of others is overwritten unseen. */
export function useOverrideForm(present: OverriddenTool, reload: () => void) {
  const [seen, setSeen] = useState(present);
  const [wantsPresent, setWantsPresent] = useState(false);
  // What the page still showed when a save of its own was answered: not news, however late the page catches up.
  const [outdated, setOutdated] = useState<number | null>(null);
  if (outdated !== null && present.version !== outdated) setOutdated(null);
  const { form, submit, submitting, formError, reset } = useMutationForm({
    document: OverrideForm_save,
    schema: overrideSchema,
    defaultValues: toOverrideValues(present),
    toVariables: (values) => ({ input: { slug: seen.slug, version: seen.version, ...toPatch(values, seen) } }),
    onDone: ({ upsertToolOverride }) => {
      adopt(readTool(upsertToolOverride.tool));
      notifications.show({ message: 'Saved. It holds for everybody in this tenant at once.' });
    },
  });
  const values = useWatch({ control: form.control }) as OverrideValues;
  const touched = touchedWords(values, seen);
  const isBehind = present.version !== seen.version && present.version !== outdated;
  const follows = isBehind && !submitting && (wantsPresent || touched.length === 0);

  function adopt(tool: OverriddenTool, next = toOverrideValues(tool)) {
    setSeen(tool);
    setOutdated(present.version === tool.version ? null : present.version);
    setWantsPresent(false);
    reset(next);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows once, when a newer version is there and wanted
  useEffect(() => {
    if (follows) adopt(present, carryOver(form.getValues(), seen, present));
  }, [follows]);

  function loadPresent() {
    setWantsPresent(true);
    if (!isBehind) reload();
  }

  return { form, submit, submitting, formError, seen, touched, isBehind, loadPresent, adopt };
}
