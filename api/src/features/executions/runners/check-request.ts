import type { FieldError } from '#platform/errors.ts';
import type { Scope } from '#toolkit/fill-template.ts';
import { fillHeaders, fillUrl, UnfitInput } from './fill-request.ts';

type Templates = { url: string; headers?: Readonly<Record<string, string>> };

/** Fits everywhere, so that what is wrong is the input; secrets are read when there is something to send. */
const ANY_SECRET = () => 'x';

/** Only what the caller can mend: the rest is for the run to tell. */
function complaintsOf(fill: () => unknown): FieldError[] {
  try {
    fill();
    return [];
  } catch (error) {
    return error instanceof UnfitInput ? error.fields : [];
  }
}

/** What of the input cannot be sent, before anything is. */
export function checkRequest({ url, headers = {} }: Templates, scope: Scope): FieldError[] {
  const fills = Object.entries(headers).map(
    ([name, template]) =>
      () =>
        fillHeaders({ [name]: template }, scope, ANY_SECRET),
  );
  return [() => fillUrl(url, scope, ANY_SECRET), ...fills].flatMap(complaintsOf);
}
