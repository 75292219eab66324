/** Where the page of a run is. */
export function runPath(tenantSlug: string, runId: string): string {
  return `/t/${tenantSlug}/runs/${encodeURIComponent(runId)}`;
}
