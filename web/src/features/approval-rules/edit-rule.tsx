import { notifications } from '@mantine/notifications';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import { useMutationForm } from '#lib/use-mutation-form.ts';
import { useViewer } from '#lib/viewer.tsx';
import { Page } from '#ui/page.tsx';
import { RuleEditor } from './rule-editor.tsx';
import { rulesPath } from './rule-paths.ts';
import { toRuleValues } from './rule-to-values.ts';
import { ruleSchema } from './rule-values.ts';
import { readStaleRule, type StaleRule, StaleRuleNote } from './stale-rule.tsx';
import { waitingInWords } from './use-rule-actions.ts';
import { toChanges } from './values-to-draft.ts';

const EditRule_rule = graphql(`
  fragment EditRule_rule on ApprovalRule {
    id
    name
    verdict
    match
    condition
    deciders
    needed
    selfApproval
    expiresAfter
    remindAfter
    reason
    limit
    endsAt
    waiting
    revision
  }
`);

const EditRule_updateApprovalRule = graphql(`
  mutation EditRule_updateApprovalRule($input: UpdateApprovalRuleInput!) {
    updateApprovalRule(input: $input) { rule { id ...EditRule_rule ...RuleList_rule } }
  }
`);

function describeStranded(waiting: number): string {
  if (waiting === 0) return 'No call waits because of this rule.';
  return `${waitingInWords(waiting)}. If you change more than the name, the reason or the reminder, ${waiting === 1 ? 'it' : 'they'} can only be denied and made again.`;
}

type MaskedRule = FragmentType<typeof EditRule_rule>;
type EditRuleProps = { rule: MaskedRule; loadAgain: () => Promise<MaskedRule | undefined> };

/** Holds on to the rule as it was when editing began: only what differs from it is sent. */
export function EditRule({ rule: masked, loadAgain }: EditRuleProps) {
  const { tenant } = useViewer();
  const navigate = useNavigate();
  const [rule, setRule] = useState(() => readFragment(EditRule_rule, masked));
  const revision = useRef(rule.revision);
  const sent = useRef<string>(undefined);
  const before = toRuleValues(rule);
  const editing = useMutationForm({
    document: EditRule_updateApprovalRule,
    schema: ruleSchema,
    defaultValues: before,
    toVariables: (values) => ({
      input: { id: rule.id, revision: revision.current, rule: toChanges(before, values) },
    }),
    onDone: async ({ updateApprovalRule }) => {
      sent.current = JSON.stringify(editing.form.getValues());
      notifications.show({ message: `${readFragment(EditRule_rule, updateApprovalRule.rule).name} was saved.` });
      await navigate(rulesPath(tenant.slug));
    },
  });
  const stale = readStaleRule(editing.formError);

  async function loadTheirs() {
    const current = await loadAgain();
    if (!current) return;
    const theirs = readFragment(EditRule_rule, current);
    revision.current = theirs.revision;
    setRule(theirs);
    editing.reset(toRuleValues(theirs));
  }

  function saveOnTop({ revision: theirs }: StaleRule) {
    revision.current = theirs;
    void editing.submit();
  }

  return (
    <Page title={rule.name} description={describeStranded(rule.waiting)}>
      <RuleEditor
        ruleId={rule.id}
        editing={editing}
        submitLabel="Save rule"
        sent={sent}
        note={stale && <StaleRuleNote stale={stale} onLoad={() => void loadTheirs()} onKeep={() => saveOnTop(stale)} />}
      />
    </Page>
  );
}
