/** Where the holes of a template get their values from. */
export type Scope = {
  input: Readonly<Record<string, unknown>>;
  /** What earlier steps of a composition gave. */
  steps?: Readonly<Record<string, { output: unknown }>>;
};

/** `{{input.a.b}}` or `${secret.X}`, found in one pass: what is filled in is never looked at again. */
const BLANK = /\{\{([^{}]*)\}\}|\$\{(secret|env)\.([^}]*)\}/g;
const ONE_HOLE = /^\s*\{\{([^{}]*)\}\}\s*$/;

/** Goes down own properties only, so that no word of JavaScript leads anywhere. */
function walk(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return value;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
  return walk((value as Record<string, unknown>)[step], rest);
}

/** What a hole stands for. In prompts `{{city}}` is short for `{{input.city}}`. */
export function findValue(inside: string, scope: Scope): unknown {
  const steps = inside.trim().split('.');
  const found = walk(scope, steps);
  return found === undefined ? walk(scope.input, steps) : found;
}

export function toText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** As it is written: `${secret.X}` or `${env.X}`. */
export type SecretSource = 'secret' | 'env';

export type Writers = {
  /** How a value is written where it stands. */
  value?(value: unknown, written: string): string;
  /** Without it, secrets stay as they are written: as text, not as values. */
  secret?(key: string, source: SecretSource): string;
};

/** The text with everything filled in. */
export function fillText(template: string, scope: Scope, { value = toText, secret }: Writers = {}): string {
  return template.replace(BLANK, (written: string, hole: string | undefined, source: SecretSource, key: string) => {
    if (hole !== undefined) return value(findValue(hole, scope), written);
    return secret ? secret(key, source) : written;
  });
}

/** A value with all its texts filled in. A text that is one hole becomes the value itself, whatever its type. */
export function fillValue(template: unknown, scope: Scope, writers: Writers = {}): unknown {
  if (typeof template === 'string') {
    const [, hole] = ONE_HOLE.exec(template) ?? [];
    return hole === undefined ? fillText(template, scope, writers) : findValue(hole, scope);
  }
  if (Array.isArray(template)) return template.map((entry) => fillValue(entry, scope, writers) ?? null);
  if (typeof template !== 'object' || template === null) return template;
  const entries = Object.entries(template).map(([name, entry]) => [name, fillValue(entry, scope, writers)] as const);
  return Object.fromEntries(entries.filter(([, entry]) => entry !== undefined));
}

/** Whether a text is a single hole and nothing else: then all of it is given when it is filled. */
export const isOneHole = (template: string): boolean => ONE_HOLE.test(template);
