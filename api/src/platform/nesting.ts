/** Whether lists and objects lie within each other more often than this. Walks without recursion, so depth cannot hurt it. */
export function nestsDeeperThan(value: unknown, limit: number): boolean {
  const waiting = [{ value, depth: 1 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (typeof next.value !== 'object' || next.value === null) continue;
    if (next.depth > limit) return true;
    for (const child of Object.values(next.value)) waiting.push({ value: child, depth: next.depth + 1 });
  }
  return false;
}
