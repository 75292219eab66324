import { notifications } from '@mantine/notifications';
import { useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { graphql } from '#gql/gql.ts';
import { useMutationForm } from '#lib/use-mutation-form.ts';
import { useViewer } from '#lib/viewer.tsx';
import { Page } from '#ui/page.tsx';
import { RuleEditor } from './rule-editor.tsx';
import { ruleExamples } from './rule-examples.ts';
import { rulesPath } from './rule-paths.ts';
import { newRuleValues, ruleSchema } from './rule-values.ts';
import { toDraft } from './values-to-draft.ts';

const NewRulePage_createApprovalRule = graphql(`
  mutation NewRulePage_createApprovalRule($input: CreateApprovalRuleInput!) {
    createApprovalRule(input: $input) { rule { id name } }
  }
`);

export function NewRulePage() {
  const { tenant } = useViewer();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const example = ruleExamples.find(({ id }) => id === search.get('example'));
  const sent = useRef<string>(undefined);
  const editing = useMutationForm({
    document: NewRulePage_createApprovalRule,
    schema: ruleSchema,
    defaultValues: example?.values ?? newRuleValues(),
    toVariables: (values) => ({ input: { rule: toDraft(values) } }),
    onDone: async ({ createApprovalRule: { rule } }) => {
      sent.current = JSON.stringify(editing.form.getValues());
      notifications.show({ message: `${rule.name} was added behind the other rules.` });
      await navigate(rulesPath(tenant.slug));
    },
  });
  return (
    <Page title="Add approval rule" description="It is asked after the rules that are there. Move it up in the list.">
      <RuleEditor editing={editing} submitLabel="Add rule" sent={sent} />
    </Page>
  );
}
