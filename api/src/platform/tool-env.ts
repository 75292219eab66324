/** A variable of the environment that tools may send; without hosts it may go anywhere. */
type OfferedVariable = { value: string; hosts: readonly string[] };

/** What the operator lets tools take from the environment, by name. */
export type ToolEnv = ReadonlyMap<string, OfferedVariable>;

const ENTRY = /^([A-Za-z][A-Za-z0-9_]{0,63})(?:@((?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*))?$/i;

export const isToolEnvEntry = (entry: string): boolean => ENTRY.test(entry);

export const nameOfEntry = (entry: string): string => entry.split('@')[0]!;

/** Reads `NAME` and `NAME@host`. A variable without a value is not offered. */
export function readToolEnv(entries: readonly string[], source: Record<string, string | undefined>): ToolEnv {
  const hosts = new Map<string, string[]>();
  const isFree = new Set<string>();
  for (const entry of entries) {
    const [, name = '', host] = ENTRY.exec(entry) ?? [];
    hosts.set(name, [...(hosts.get(name) ?? []), ...(host ? [host.toLowerCase()] : [])]);
    if (!host) isFree.add(name);
  }
  const offered = [...hosts].flatMap(([name, named]): [string, OfferedVariable][] => {
    const value = source[name]?.trim();
    return value ? [[name, { value, hosts: isFree.has(name) ? [] : named }]] : [];
  });
  return new Map(offered);
}
