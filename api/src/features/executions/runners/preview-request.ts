import type { FilledBody } from './fill-request.ts';

const HIDDEN = '••••';

/** Whoever decides about a call sees where a secret goes, and not the secret. */
export const hideSecret = (): string => HIDDEN;

export const showAddress = (url: string): string => url.replaceAll(encodeURIComponent(HIDDEN), HIDDEN);

export const showBody = ({ body, contentType }: FilledBody): unknown =>
  contentType === 'application/json' ? JSON.parse(body) : body;
