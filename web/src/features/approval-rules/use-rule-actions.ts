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

export function waitingInWords(waiting: number): string {
  return waiting === 1 ? '1 call waits because of it' : `${formatNumber(waiting)} calls wait because of it`;
}

/** A rule that asks no more leaves what it asked. */
const keptInWords = (waiting: number) =>
  waiting === 0 ? '' : `${waitingInWords(waiting)}, and will go on waiting for those who were asked. `;

/** Switching and deleting, from the list. What was refused makes the list load again. */
export function useRuleActions(onStale: () => void) {
  const update = useAction(RuleActions_updateApprovalRule);
  const remove = useAction(RuleActions_deleteApprovalRule);
  return {
    setEnabled: async ({ id, name, revision, waiting }: Rule, enabled: boolean) => {
      const confirmed =
        enabled ||
        waiting === 0 ||
        (await confirmAction({
          title: `Switch “${name}” off?`,
          body: `${keptInWords(waiting)}New calls go on to the next rule that matches.`,
          confirmLabel: 'Switch off',
        }));
      if (!confirmed) return;
      const saved = await update({ input: { id, revision, rule: { enabled } } });
      if (!saved) onStale();
    },
    remove: async ({ id, name, waiting }: Rule) => {
      const confirmed = await confirmAction({
        title: `Delete “${name}”?`,
        body: `Calls it decides about go on to the next rule that matches. ${keptInWords(waiting)}This cannot be undone; to pause a rule, switch it off instead.`,
        confirmLabel: 'Delete rule',
        danger: true,
      });
      if (confirmed && !(await remove({ input: { id } }))) onStale();
    },
  };
}

export type RuleActions = ReturnType<typeof useRuleActions>;
