import { graphql } from '#gql/gql.ts';
import { useAction } from '#lib/use-action.ts';
import { confirmAction } from '#ui/confirm.tsx';

const RuleActions_updateApprovalRule = graphql(`
  mutation RuleActions_updateApprovalRule($input: UpdateApprovalRuleInput!) {
    updateApprovalRule(input: $input) { rule { id ...RuleList_rule } }
  }
`);

const RuleActions_deleteApprovalRule = graphql(`
  mutation RuleActions_deleteApprovalRule($input: DeleteApprovalRuleInput!) {
    deleteApprovalRule(input: $input) { id }
  }
`);

type Rule = { id: string; name: string; revision: number };

/** Switching and deleting, from the list. What was refused makes the list load again. */
export function useRuleActions(onStale: () => void) {
  const update = useAction(RuleActions_updateApprovalRule);
  const remove = useAction(RuleActions_deleteApprovalRule);
  return {
    setEnabled: async ({ id, revision }: Rule, enabled: boolean) => {
      const saved = await update({ input: { id, revision, rule: { enabled } } });
      if (!saved) onStale();
    },
    remove: async ({ id, name }: Rule) => {
      const confirmed = await confirmAction({
        title: `Delete “${name}”?`,
        body: 'Calls it decides about go on to the next rule that matches. Calls that wait already are not touched. This cannot be undone; to pause a rule, switch it off instead.',
        confirmLabel: 'Delete rule',
        danger: true,
      });
      if (confirmed && !(await remove({ input: { id } }))) onStale();
    },
  };
}

export type RuleActions = ReturnType<typeof useRuleActions>;
