import { type RefObject, useRef, useState } from 'react';
import { graphql } from '#gql/gql.ts';
import { useAction } from '#lib/use-action.ts';

const OrderRules_orderApprovalRules = graphql(`
  mutation OrderRules_orderApprovalRules($input: OrderApprovalRulesInput!) {
    orderApprovalRules(input: $input) { rules { id } }
  }
`);

type Named = { id: string; name: string };

function focusMove(list: HTMLElement | null, index: number, direction: 'up' | 'down') {
  requestAnimationFrame(() => {
    const buttons = [...(list?.children[index]?.querySelectorAll<HTMLButtonElement>('[data-move]') ?? [])];
    const usable = buttons.filter((button) => !button.disabled);
    (usable.find((button) => button.dataset.move === direction) ?? usable[0])?.focus();
  });
}

/** The rules in the order that is wished for. It shows at once, and is undone when the server refuses it. */
export function useOrderRules<Rule extends Named>(
  rules: readonly Rule[],
  list: RefObject<HTMLElement | null>,
  onStale: () => void,
) {
  const save = useAction(OrderRules_orderApprovalRules);
  const [wished, setWished] = useState<readonly string[]>();
  const [news, setNews] = useState('');
  const saving = useRef(Promise.resolve());
  const latest = useRef<readonly string[]>(undefined);

  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const fits = wished?.length === rules.length && wished.every((id) => byId.has(id));
  const ordered = fits ? wished.map((id) => byId.get(id) as Rule) : [...rules];

  async function send(ids: readonly string[]) {
    // Of several moves in a row, only the last order is worth a request.
    if (latest.current !== ids) return;
    const saved = await save({ input: { ids: [...ids] } });
    if (latest.current !== ids) return;
    setWished(undefined);
    if (saved) return;
    setNews('The order was not saved.');
    onStale();
  }

  function move(from: number, to: number, byKeyboard = false) {
    const rule = ordered[from];
    if (!rule || to < 0 || to >= ordered.length || from === to) return;
    const ids = ordered
      .toSpliced(from, 1)
      .toSpliced(to, 0, rule)
      .map(({ id }) => id);
    latest.current = ids;
    setWished(ids);
    setNews(`${rule.name} is now number ${to + 1} of ${ids.length}.`);
    if (byKeyboard) focusMove(list.current, to, to < from ? 'up' : 'down');
    saving.current = saving.current.then(() => send(ids));
  }

  return { ordered, news, move };
}
