import { useMemo } from 'react';
import { openTabNote } from '#lib/tab-note.ts';
import { useViewer } from '#lib/viewer.tsx';
import { isRecord, type Values } from '#ui/schema-form/field-definition.ts';
import { NotJson } from '#ui/schema-form/from-form-values.ts';

/** A call that was under way; without a run, whether it arrived was not known yet. */
export type KeptCall = { key: string; at: number; input: unknown; run?: { id: string; sessionId: string } };

/** What was typed and not used yet, at which entry of the history, and the call that was made. */
type Work = { values?: unknown; place?: string; call?: KeptCall };

export type KeptWork = {
  read: () => Work;
  /** Replaces what is named. */
  write: (part: Work) => void;
  /** Without what the tool calls sensitive, which stays in the memory of the page. */
  strip: (values: unknown) => unknown;
};

/** What is under way with a tool, so that whoever comes back to its page can go on. */
export function useKeptWork(slug: string, sensitive: readonly string[]): KeptWork {
  const viewer = useViewer();
  return useMemo(() => {
    const note = openTabNote(viewer, `tool:${slug}`);
    const read = (): Work => {
      const work = note.read();
      return isRecord(work) ? work : {};
    };
    return {
      read,
      write: (part) => {
        const { values, place, call } = { ...read(), ...part };
        note.write(values || call ? { values, place, call } : undefined);
      },
      strip: (values) => withoutNamed(values, sensitive),
    };
  }, [viewer, slug, sensitive]);
}

/** Names are meant as the server means them: anywhere, or `address.street` within others; lists are no step. */
export function withoutNamed(value: unknown, names: readonly string[], within = ''): unknown {
  if (value instanceof NotJson) return undefined;
  if (Array.isArray(value)) return value.map((entry) => withoutNamed(entry, names, within));
  if (!isRecord(value)) return value;
  const kept: Values = {};
  for (const [name, entry] of Object.entries(value)) {
    const way = `${within}.${name}`;
    if (!names.some((named) => way.endsWith(`.${named}`))) kept[name] = withoutNamed(entry, names, way);
  }
  return kept;
}
