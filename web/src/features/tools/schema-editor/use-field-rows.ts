import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { FieldDefinition, FieldType } from '#ui/schema-form/field-definition.ts';
import { useAnnounce } from './editor-context.ts';
import { freeName, namesOf } from './field-name.ts';
import { below, type Repath, reindex } from './field-problems.ts';
import { newField, TYPE_WORDS } from './field-types.ts';
import { copyField, indexAfterMove, moveEntry, replaceField } from './list-edits.ts';

export type ChangeFields = (fields: readonly FieldDefinition[], repath: Repath) => void;
export type ChangeField = (field: FieldDefinition, repath: Repath) => void;

type Row = { id: string; isNew: boolean };

/** The verbs of a list of fields. They stay the same functions, so that rows need not render for them. */
export type FieldRows = {
  add: (type: FieldType) => void;
  update: (index: number, field: FieldDefinition, repath: Repath) => void;
  duplicate: (index: number) => void;
  remove: (index: number) => void;
  restore: (field: FieldDefinition, index: number) => void;
  move: (from: number, to: number) => void;
  freeName: (index: number, name: string) => string;
};

let made = 0;
function makeRow(isNew: boolean): Row {
  made += 1;
  return { id: `field-row-${made}`, isNew };
}

/** Fields have no identity but their place: rows follow the edits made here, and fit themselves to all others. */
function fitRows(rows: Row[], count: number): Row[] {
  if (rows.length === count) return rows;
  const missing = Array.from({ length: Math.max(0, count - rows.length) }, () => makeRow(false));
  return [...rows.slice(0, count), ...missing];
}

const nameOf = (field: FieldDefinition | undefined) => field?.label || field?.name || 'The new field';

function focusInRow(list: HTMLOListElement | null, index: number, what: string) {
  requestAnimationFrame(() => {
    const found = list?.children[index]?.querySelectorAll<HTMLElement>(what) ?? [];
    [...found].find((element) => !element.hasAttribute('disabled'))?.focus();
  });
}

export function useFieldRows(
  fields: readonly FieldDefinition[],
  onChange: ChangeFields,
  list: RefObject<HTMLOListElement | null>,
  focusAdd: () => void,
) {
  const announce = useAnnounce();
  const [known, setKnown] = useState(() => fields.map(() => makeRow(false)));
  const [removed, setRemoved] = useState<{ field: FieldDefinition; index: number }>();
  const rows = fitRows(known, fields.length);
  if (rows !== known) setKnown(rows);
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);

  const latest = useRef({ fields, rows, onChange, announce, focusAdd });
  useLayoutEffect(() => {
    latest.current = { fields, rows, onChange, announce, focusAdd };
  });

  const verbs = useMemo((): FieldRows => {
    function commit(next: readonly FieldDefinition[], repath: Repath, nextRows = latest.current.rows) {
      const { onChange: change } = latest.current;
      // A second edit within the same event starts from here.
      latest.current = { ...latest.current, fields: next, rows: nextRows };
      setKnown(nextRows);
      change(next, repath);
    }

    function insert(field: FieldDefinition, index: number, isNew: boolean) {
      const { fields: now, rows: nowRows } = latest.current;
      const repath = reindex((at) => (at < index ? at : at + 1));
      commit(now.toSpliced(index, 0, field), repath, nowRows.toSpliced(index, 0, makeRow(isNew)));
      setRemoved(undefined);
    }

    return {
      add: (type) => {
        const index = latest.current.fields.length;
        insert(newField(type), index, true);
        latest.current.announce(`${TYPE_WORDS[type].label} field added as number ${index + 1}.`);
        focusInRow(list.current, index, '[data-field-label]');
      },
      update: (index, field, repath) => {
        commit(replaceField(latest.current.fields, index, field), below(String(index), repath));
      },
      duplicate: (index) => {
        const { fields: now, announce: say } = latest.current;
        const field = now[index];
        if (!field) return;
        insert(copyField(now, field), index + 1, true);
        say(`${nameOf(field)} duplicated as number ${index + 2}.`);
        focusInRow(list.current, index + 1, '[data-field-label]');
      },
      remove: (index) => {
        const { fields: now, rows: nowRows, announce: say } = latest.current;
        const field = now[index];
        if (!field) return;
        const repath = reindex((at) => (at === index ? undefined : at < index ? at : at - 1));
        commit(now.toSpliced(index, 1), repath, nowRows.toSpliced(index, 1));
        setRemoved({ field, index });
        say(`${nameOf(field)} removed, ${now.length - 1} left.`);
        if (now.length === 1) latest.current.focusAdd();
        else focusInRow(list.current, Math.min(index, now.length - 2), '[data-remove-field]');
      },
      restore: (field, index) => {
        insert(field, index, false);
        latest.current.announce(`${nameOf(field)} is back as number ${index + 1}.`);
        focusInRow(list.current, index, '[data-toggle-field]');
      },
      move: (from, to) => {
        const { fields: now, rows: nowRows, announce: say } = latest.current;
        if (to < 0 || to >= now.length || from === to) return;
        const repath = reindex((at) => indexAfterMove(at, from, to));
        commit(moveEntry(now, from, to), repath, moveEntry(nowRows, from, to));
        say(`${nameOf(now[from])} is now number ${to + 1} of ${now.length}.`);
        const isAtEnd = to === 0 || to === now.length - 1;
        focusInRow(list.current, to, isAtEnd ? '[data-move]' : `[data-move="${to < from ? 'up' : 'down'}"]`);
      },
      freeName: (index, name) => freeName(name, namesOf(latest.current.fields.toSpliced(index, 1))),
    };
  }, [list]);

  return { rows, ids, verbs, removed };
}
