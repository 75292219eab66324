const LONGEST = 60_000;
const MOST_MARKS = 1500;
const MARK = /[*_~`[\]]/g;
/** Quotes within quotes within lists, all on one line. */
const DEEP = /^(?:[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])){20}/m;

/** Whether laying a text out is sure to be quick: marks that open and never close take time by their square. */
export function readsQuickly(text: string): boolean {
  if (text.length > LONGEST || DEEP.test(text)) return false;
  return text.split(/\n[ \t]*\n/).every((part) => (part.match(MARK)?.length ?? 0) <= MOST_MARKS);
}
