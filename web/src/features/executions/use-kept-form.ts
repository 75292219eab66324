import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { type FieldDefinition, isRecord, type Values } from '#ui/schema-form/field-definition.ts';
import { fromFormValues } from '#ui/schema-form/from-form-values.ts';
import { toFormValues } from '#ui/schema-form/to-form-values.ts';
import type { CarriedValues } from '#ui/schema-form/use-carried-values.ts';
import type { KeptWork } from './kept-work.ts';

type KeptForm = {
  work: KeptWork;
  fields: readonly FieldDefinition[];
  /** What the page was asked to fill in. */
  given: Values | undefined;
  /** The input whose result is on the page: it is in the history, and not kept once more. */
  used: Values | undefined;
};

/** Brings back what was typed before the page was left, and keeps it when it is left again. */
export function useKeptForm({ work, fields, given, used }: KeptForm): CarriedValues {
  const place = useLocation().key;
  const [carried] = useState<CarriedValues>(() => {
    const { values, place: before } = work.read();
    const isWanted = isRecord(values) && (!given || place === before);
    return { current: isWanted ? (known) => toFormValues(known, values) : undefined };
  });

  function keep() {
    const typed = work.strip(fromFormValues(fields, carried.current?.(fields)));
    const untouched = work.strip(fromFormValues(fields, toFormValues(fields, given)));
    const isDone = isSame(typed, untouched) || (used !== undefined && isSame(typed, work.strip(used)));
    work.write(isDone ? { values: undefined } : { values: typed, place });
  }
  const latest = useRef(keep);
  useEffect(() => {
    latest.current = keep;
  });
  useEffect(() => {
    const leave = () => latest.current();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);
  return carried;
}

/** In whatever order their names come. */
function isSame(one: unknown, other: unknown): boolean {
  return toText(one) === toText(other);
}

function toText(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).sort()) : part,
  );
}
