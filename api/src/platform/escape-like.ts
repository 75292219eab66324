/** A text for `contains` and `startsWith`: Prisma hands it to LIKE, where % and _ would match anything. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
