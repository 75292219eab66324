/** JSON that never throws: what nests too deep or points at itself is said to be unreadable. */
export function safeJson(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, null, indent) ?? '';
  } catch {
    return 'This value cannot be written as JSON.';
  }
}
