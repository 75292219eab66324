import { VisuallyHidden } from '@mantine/core';
import { useRef } from 'react';
import { type FragmentType, readFragment } from '#gql/fragment-masking.ts';
import { graphql } from '#gql/gql.ts';
import type { RuleList_RuleFragment } from '#gql/graphql.ts';
import { useCan } from '#lib/use-can.ts';
import entries from '#ui/schema-form/entries.module.css';
import { SortableArea } from '#ui/schema-form/sortable-area.tsx';
import { RuleRow } from './rule-row.tsx';
import { useOrderRules } from './use-order-rules.ts';
import { useRuleActions } from './use-rule-actions.ts';

const RuleList_rule = graphql(`
  fragment RuleList_rule on ApprovalRule {
    id
    name
    enabled
    inWords
    verdict
    limit
    used
    endsAt
    waiting
    revision
    updatedBy
    updatedAt
  }
`);

export type ListedRule = RuleList_RuleFragment;

type RuleListProps = { rules: readonly FragmentType<typeof RuleList_rule>[]; onStale: () => void };

/** The rules in the order they are asked. */
export function RuleList({ rules: masked, onStale }: RuleListProps) {
  const mayChange = useCan('approvals.team.rules');
  const list = useRef<HTMLOListElement>(null);
  const { ordered, news, move } = useOrderRules(readFragment(RuleList_rule, masked), list, onStale);
  const actions = useRuleActions(onStale);
  return (
    <>
      <SortableArea ids={ordered.map(({ id }) => id)} onMove={move}>
        <ol className={entries.entries} aria-label="Approval rules, the first that matches wins" ref={list}>
          {ordered.map((rule, index) => (
            <RuleRow
              key={rule.id}
              rule={rule}
              index={index}
              isLast={index === ordered.length - 1}
              actions={mayChange ? actions : undefined}
              onMove={(to) => move(index, to, true)}
            />
          ))}
        </ol>
      </SortableArea>
      <VisuallyHidden role="status">{news}</VisuallyHidden>
    </>
  );
}
