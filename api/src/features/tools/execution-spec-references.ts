import type { SecretSource } from '#toolkit/fill-template.ts';
import type { AnyExecutionSpec } from '#toolkit/resolved-tool.ts';

/** `{{input.city}}`, `{{steps.first.output.id}}`, or in prompts just `{{city}}`. */
const HOLE = /\{\{([^{}]*)\}\}/g;
/** Both name a secret of the tenant, but for `${env.X}` where the operator offers X of the environment to tools. */
const SECRET = /\$\{(secret|env)\.([^}]*)\}/g;
/** As other products write it. */
const MISSPELT = /\$\{secrets\.([^}]*)\}/g;
const SECRET_KEY = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

export type Text = { path: string[]; text: string };
export type Reference = { path: string[]; written: string; steps: string[] };

/** Every text inside a value, with the way to it. */
export function textsIn(value: unknown, path: string[] = []): Text[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (!value || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, entry]) => textsIn(entry, [...path, name]));
}

/** What a static tool answers is data: nothing in it is filled in. */
function templatesOf(spec: AnyExecutionSpec): Text[] {
  return spec.kind === 'static' ? [] : textsIn(spec);
}

/** What is filled in when the tool runs, apart from secrets. */
export function referencesIn(spec: AnyExecutionSpec): Reference[] {
  return templatesOf(spec).flatMap(({ path, text }) =>
    [...text.matchAll(HOLE)].map(([written, inside]) => ({ path, written, steps: inside!.trim().split('.') })),
  );
}

export type SecretReference = { path: string[]; written: string; source: SecretSource; key: string; isKey: boolean };

export function secretReferencesIn(spec: AnyExecutionSpec): SecretReference[] {
  return templatesOf(spec).flatMap(({ path, text }) =>
    [...text.matchAll(SECRET)].map(([written, source, key]) => ({
      path,
      written,
      source: source as SecretSource,
      key: key!,
      isKey: SECRET_KEY.test(key!),
    })),
  );
}

/** What is meant as a secret and would be sent as it is written. */
export function misspeltSecretsIn(spec: AnyExecutionSpec): { path: string[]; written: string; key: string }[] {
  return templatesOf(spec).flatMap(({ path, text }) =>
    [...text.matchAll(MISSPELT)].map(([written, key]) => ({ path, written, key: key! })),
  );
}

/** What begins like something to be filled in. */
const OPENED = /\{\{\s*(?:input|steps)\b[\w.]*|\$\{(?:secrets?|env)\.\w*/;
/** No address has these for their own sake. */
const OPENED_IN_ADDRESS = /\{\{[\w.]*|\$\{[\w.]*/;
const ADDRESSES = ['url', 'webhookUrl'];

/** What begins like something to be filled in and has no end, so that it would be sent as it is written. */
export function unclosedIn(spec: AnyExecutionSpec): { path: string[]; written: string }[] {
  return templatesOf(spec).flatMap(({ path, text }) => {
    const opened = ADDRESSES.includes(path.join('.')) ? OPENED_IN_ADDRESS : OPENED;
    const [written] = opened.exec(withoutReferences(text, ' ')) ?? [];
    return written === undefined ? [] : [{ path, written }];
  });
}

type Names = { has(name: string): boolean };
const NONE: Names = new Set<string>();

function keysIn(spec: AnyExecutionSpec, fits: (reference: SecretReference) => boolean): string[] {
  const found = secretReferencesIn(spec).filter((reference) => reference.isKey && fits(reference));
  return [...new Set(found.map((reference) => reference.key))].sort();
}

/** Keys of the secrets that must be set before the tool can work; `offered` is what the operator gives. */
export function secretsOf(spec: AnyExecutionSpec, offered: Names = NONE): string[] {
  return keysIn(spec, ({ source, key }) => source === 'secret' || !offered.has(key));
}

/** What the tool takes from the environment. */
export function variablesOf(spec: AnyExecutionSpec, offered: Names): string[] {
  return keysIn(spec, ({ source, key }) => source === 'env' && offered.has(key));
}

/** The text with everything that is filled in replaced, so that what stands around it can be looked at. */
export function withoutReferences(text: string, standIn: string): string {
  return text.replace(HOLE, standIn).replace(SECRET, standIn);
}
