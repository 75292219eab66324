import { act, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { renderSettings } from '#features/tenancy/settings-test-kit.tsx';
import type { FieldDefinition, FieldProblem } from '#ui/schema-form/field-definition.ts';
import type { FakeFields } from '../../../../test/fake-server.ts';
import { SchemaSection } from './schema-section.tsx';

type Problems = readonly FieldProblem[] | undefined;

type Outside = { fields: FieldDefinition[]; say: (problems: Problems) => void };

function Page({ first, problems, outside }: { first: FieldDefinition[]; problems: Problems; outside: Outside }) {
  const [value, setValue] = useState(first);
  const [said, setSaid] = useState(problems);
  outside.say = setSaid;
  function keep(fields: FieldDefinition[]) {
    outside.fields = fields;
    setValue(fields);
  }
  return <SchemaSection value={value} onChange={keep} problems={said} />;
}

/** The section as a page holds it, with the fields that it has handed out. */
export function renderEditor(
  first: FieldDefinition[],
  { problems, server = {} }: { problems?: Problems; server?: FakeFields } = {},
) {
  const outside: Outside = { fields: first, say: () => undefined };
  const view = renderSettings(<Page first={first} problems={problems} outside={outside} />, { fields: server });
  return { ...view, fields: () => outside.fields, say: (next: Problems) => act(() => outside.say(next)) };
}

export function topList(): HTMLElement {
  return screen.getByRole('list', { name: 'Fields' });
}

export function rows(): HTMLElement[] {
  return [...topList().children] as HTMLElement[];
}

/** What opens and folds a row at the top, counted from 0. */
export function toggle(index: number): HTMLElement {
  return rows()[index]!.querySelector<HTMLElement>('[data-toggle-field]')!;
}

/** The settings of an open row. */
export function settings(index: number) {
  return within(rows()[index]!);
}

export function preview() {
  return within(screen.getByRole('region', { name: 'Preview' }));
}
