import type { FieldFault } from './failure.ts';

export type Credential = {
  token: string;
  /** Where it came from, in words for an error message. */
  from: string;
};

export type Request = { query: string; variables?: Record<string, unknown>; tenant?: string };

export type ApiError = {
  message: string;
  extensions?: { code?: string; fields?: FieldFault[]; retryAfter?: number };
};
export type Answer = { data?: unknown; errors?: ApiError[] };

/** A way to the API: over HTTP, or in this process when none runs. */
export type Transport = {
  credential: Credential;
  send(request: Request): Promise<Answer>;
  close(): Promise<void>;
};

export function isOperatorKey({ token }: Credential): boolean {
  return token.startsWith('op_');
}
