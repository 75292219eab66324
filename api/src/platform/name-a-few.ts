const A_FEW = 5;
const LONGEST = 60;

const shorten = (name: string) => (name.length > LONGEST ? `${name.slice(0, LONGEST).toWellFormed()}…` : name);

/** Names that a caller made up, as a sentence lists them: enough to find them, however many or long they are. */
export function nameAFew(names: readonly string[]): string {
  const named = names.slice(0, A_FEW).map(shorten).join(', ');
  const more = names.length - A_FEW;
  return more > 0 ? `${named} and ${more.toLocaleString('en')} more` : named;
}
