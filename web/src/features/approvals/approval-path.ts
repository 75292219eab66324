/** Where what waits on somebody is listed. */
export function inboxPath(tenantSlug: string): string {
  return `/t/${tenantSlug}/inbox`;
}

/** Where the page of an approval is. */
export function approvalPath(tenantSlug: string, approvalId: string): string {
  return `${inboxPath(tenantSlug)}/${encodeURIComponent(approvalId)}`;
}
