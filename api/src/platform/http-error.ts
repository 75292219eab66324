export type EgressCode = 'EGRESS_BLOCKED' | 'TIMEOUT' | 'RESPONSE_TOO_LARGE' | 'REQUEST_FAILED';

/** Why a request to the outside gave nothing. Messages name the host at most, never the path, a header or a body. */
export class EgressError extends Error {
  readonly code: EgressCode;
  constructor(code: EgressCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'EgressError';
    this.code = code;
  }
}

export const blocked = (message: string) => new EgressError('EGRESS_BLOCKED', message);
export function tooManyRedirects(host: string, most: number): EgressError {
  const what = most === 0 ? 'redirects, which is not followed here' : `redirects more than ${most} times`;
  return new EgressError('REQUEST_FAILED', `${host} ${what}. Give the address that it leads to in the end.`);
}
export const tooLarge = (message: string) => new EgressError('RESPONSE_TOO_LARGE', message);

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

const REASONS: Record<string, string> = {
  ENOTFOUND: 'has no address. Check its name.',
  EAI_AGAIN: 'could not be looked up just now. Try again.',
  ECONNREFUSED: 'refuses connections.',
  ECONNRESET: 'closed the connection.',
  EPIPE: 'closed the connection.',
  ETIMEDOUT: 'cannot be reached.',
  EHOSTUNREACH: 'cannot be reached.',
  ENETUNREACH: 'cannot be reached.',
  UND_ERR_CONNECT_TIMEOUT: 'cannot be reached.',
  UND_ERR_SOCKET: 'closed the connection.',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'sent less, or more, than it announced.',
  CERT_HAS_EXPIRED: 'has a certificate that has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'has a certificate for another name.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'has a certificate that nobody vouches for.',
  SELF_SIGNED_CERT_IN_CHAIN: 'has a certificate that nobody vouches for.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'has a certificate that nobody vouches for.',
};

/** What the network or its library said, in words of ours: theirs may quote what was sent. */
export function toEgressError(error: unknown, host: string): EgressError {
  if (error instanceof EgressError) return error;
  const code = codeOf(error);
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return tooLarge(`${host} sends more headers than are read.`);
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') {
    return new EgressError('TIMEOUT', `${host} took too long to answer.`);
  }
  if (code.startsWith('HPE_')) return new EgressError('REQUEST_FAILED', `${host} does not speak proper HTTP.`, error);
  if (code.startsWith('Z_') || code.startsWith('ERR_BROTLI') || code.startsWith('ERR__ERROR')) {
    return new EgressError('REQUEST_FAILED', `${host} sent compressed data that does not unpack.`, error);
  }
  return new EgressError('REQUEST_FAILED', `${host} ${REASONS[code] ?? 'could not be asked.'}`, error);
}
