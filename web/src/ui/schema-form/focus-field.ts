/** Buttons out of the tab order, such as those that take a tag away, are no place to begin. */
const FOCUSABLE =
  'input:not([type="hidden"]):not([disabled]), textarea, select, button:not([disabled]):not([tabindex="-1"])';

/** Focuses the first input below; of a choice, the option that is chosen. */
export function focusInside(root: Element | null): boolean {
  const first = root?.querySelector<HTMLElement>(FOCUSABLE);
  const choice = first instanceof HTMLInputElement && first.type === 'radio';
  const chosen = choice ? root?.querySelector<HTMLElement>('input[type="radio"]:checked') : undefined;
  (chosen ?? first)?.focus();
  return Boolean(first);
}

/** Opens whatever hides the field, then focuses it. */
function focusField(form: HTMLElement | null, path: string): boolean {
  const slot = form?.querySelector(`[data-field-path="${CSS.escape(path)}"]`);
  if (!slot) return false;
  for (let details = slot.closest('details'); details; details = details.parentElement?.closest('details') ?? null) {
    details.open = true;
  }
  return focusInside(slot);
}

const LONGEST_WAIT_MS = 5_000;

/** A long form appears in steps: waits for the field if it is not there yet. */
export function focusWhenMounted(
  form: { current: HTMLElement | null },
  path: string,
  until = performance.now() + LONGEST_WAIT_MS,
): void {
  requestAnimationFrame(() => {
    if (!focusField(form.current, path) && performance.now() < until) focusWhenMounted(form, path, until);
  });
}
