export type AddressWarning = { title: string; advice: string };

const INSIDE: AddressWarning = {
  title: 'This address is not on the open internet',
  advice: 'You can save now. Calls of the tool end as blocked unless the operator admits this address.',
};
const IN_THE_CLEAR: AddressWarning = {
  title: 'Requests to this address are not encrypted',
  advice: 'Whoever stands between can read and change them, secrets included. Use https if the service offers it.',
};

const INSIDE_V4 =
  /^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\.[\d.]+$/;
/** All public addresses begin with 2 or 3. */
const INSIDE_V6 = /^\[(?![23])/;
const LOCAL_NAME = /(^|\.)localhost$/;

/** What an author should know of an address as it is written. Where it really leads, the server looks at each call. */
export function warnOfAddress(address: string): AddressWarning | undefined {
  const url = URL.parse(address.trim());
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const host = url.hostname.replace(/\.$/, '');
  if ([INSIDE_V4, INSIDE_V6, LOCAL_NAME].some((form) => form.test(host))) return INSIDE;
  return url.protocol === 'http:' ? IN_THE_CLEAR : undefined;
}
