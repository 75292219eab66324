import { isDatabaseAway } from '#platform/database-away.ts';
import { Unavailable } from '#platform/errors.ts';

/** An answer of our own below /api/auth, in the shape of the library's: `{ code, message }`. */
export class RefusedRequest extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Record<string, string>;

  constructor(status: number, code: string, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.name = 'RefusedRequest';
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

export function toRefusal(error: unknown): RefusedRequest {
  if (error instanceof RefusedRequest) return error;
  if (isDatabaseAway(error)) {
    const { code, message } = new Unavailable();
    return new RefusedRequest(503, code, message, { 'retry-after': '2' });
  }
  return new RefusedRequest(500, 'INTERNAL_SERVER_ERROR', 'Something went wrong on our side. Try again.');
}

export function toJsonResponse(refusal: RefusedRequest): Response {
  const { status, code, message, headers } = refusal;
  return Response.json({ code, message }, { status, headers });
}

/** A browser that opened a link is led to the sign-in page, which explains the code. */
export function toPageResponse(status: number): Response {
  const code = status === 429 ? 'too-many-attempts' : status >= 500 ? 'unavailable' : 'link-invalid';
  return new Response(null, { status: 303, headers: { location: `/sign-in?error=${code}` } });
}
