import { MASK } from '#toolkit/sensitive-fields.ts';
import type { FilledBody } from './fill-body.ts';

/** Whoever decides about a call sees where a secret goes, and not the secret. */
export const hideSecret = (): string => MASK;

export const showAddress = (url: string): string => url.replaceAll(encodeURIComponent(MASK), MASK);

export const showBody = ({ body, contentType }: FilledBody): unknown =>
  contentType === 'application/json' ? JSON.parse(body) : body;
