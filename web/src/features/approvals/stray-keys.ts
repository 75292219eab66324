/** Long enough for a slow typist between two letters. */
export const TYPING_MS = 1_000;

/** Where letters are text, or move inside of something that is open. */
const busyPlaces =
  'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"], [role="listbox"]';

/** Whether letters belong to where the focus is. A ticked box is no place to type. */
export const takesLetters = (target: EventTarget | null): boolean =>
  target instanceof Element && Boolean(target.closest(busyPlaces)) && !target.matches('input[type="checkbox"]');

let strayAt = Number.NEGATIVE_INFINITY;

const isLetter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey;

/** Whether somebody types, and what they type into is not there. Then no letter is a command, whatever it means alone. */
export const isTypingAstray = (): boolean => performance.now() - strayAt < TYPING_MS;

/** Notes letters that nobody took, and all that follow them. */
function note(event: KeyboardEvent): void {
  if (!isLetter(event) || takesLetters(event.target)) return;
  if (!event.defaultPrevented || isTypingAstray()) strayAt = performance.now();
}

if (typeof window !== 'undefined') window.addEventListener('keydown', note);

export function forgetStrayKeys(): void {
  strayAt = Number.NEGATIVE_INFINITY;
}
