const MASK = '••••';

/** The value with every property of these names hidden, at any depth. */
export function maskFields(value: unknown, names: readonly string[]): unknown {
  if (names.length === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((entry) => maskFields(entry, names));
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [
      name,
      names.includes(name) && entry !== null ? MASK : maskFields(entry, names),
    ]),
  );
}
