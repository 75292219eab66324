const MARKS = [
  /^#{1,6} \S/m,
  /^\s{0,3}[-*+] \S/m,
  /^\s{0,3}\d{1,3}[.)] \S/m,
  /^\s*```/m,
  /^> /m,
  /^ {0,3}\|?[ \t]*:?-{3,}:?[ \t]*\|/m,
  /\*\*[^*\n]{1,200}\*\*/,
  /~~[^~\n]{1,200}~~/,
  /\]\(https?:/,
  /!\[[^\]\n]{0,200}\]\(/,
];
const ADDRESS = /https?:\/\/[^\s/]/;
/** Markdown has no room for leading blanks, and in a log or a configuration they mean something. */
const INDENTED = /^[ \t]+\S/m;

/** Whether a text of unknown kind was written with the marks of Markdown, or has addresses to follow. */
export function looksLikeMarkdown(text: string): boolean {
  return MARKS.some((mark) => mark.test(text)) || (ADDRESS.test(text) && !INDENTED.test(text));
}
