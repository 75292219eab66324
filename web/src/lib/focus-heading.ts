/** For when the button that was pressed goes away with its row: focus returns to the top of the page instead of to nowhere. */
export function focusHeading() {
  document.querySelector('h1')?.focus();
}
