/** Names one call, so that sending it twice makes it once. Works without HTTPS too, where `randomUUID` is missing. */
export function newCallKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
