import { graphql } from '#gql/gql.ts';
import { formatNumber } from '#lib/format.ts';
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

type Rule = { id: string; name: string; revision: number; waiting: number };

/** What becomes of calls that were asked about under a rule which is no more what it was. */
export function strandedInWords(waiting: number): string {
  if (waiting === 0) return '';
  const calls = waiting === 1 ? '1 call waits' : `${formatNumber(waiting)} calls wait`;
  return `${calls} because of it, and can then only be denied and made again. `;
}

/** Switching and deleting, from the list. What was refused makes the list load again. */
export function useRuleActions(onStale: () => void) {
  const update = useAction(RuleActions_updateApprovalRule);
  const remove = useAction(RuleActions_deleteApprovalRule);
  return {
    setEnabled: async ({ id, name, revision, waiting }: Rule, enabled: boolean) => {
      const confirmed =
        waiting === 0 ||
        (await confirmAction({
          title: `Switch “${name}” ${enabled ? 'on' : 'off'}?`,
          body: `${strandedInWords(waiting)}Decide about them first if they should run.`,
          confirmLabel: enabled ? 'Switch on' : 'Switch off',
        }));
      if (!confirmed) return;
      const saved = await update({ input: { id, revision, rule: { enabled } } });
      if (!saved) onStale();
    },
    remove: async ({ id, name, waiting }: Rule) => {
      const confirmed = await confirmAction({
        title: `Delete “${name}”?`,
        body: `Calls it decides about go on to the next rule that matches. ${strandedInWords(waiting)}This cannot be undone; to pause a rule, switch it off instead.`,
        confirmLabel: 'Delete rule',
        danger: true,
      });
      if (confirmed && !(await remove({ input: { id } }))) onStale();
    },
  };
}

export type RuleActions = ReturnType<typeof useRuleActions>;
