export function rulesPath(tenantSlug: string): string {
  return `/t/${tenantSlug}/admin/approval-rules`;
}

export function rulePath(tenantSlug: string, ruleId: string): string {
  return `${rulesPath(tenantSlug)}/${encodeURIComponent(ruleId)}`;
}

export function newRulePath(tenantSlug: string, example?: string): string {
  return `${rulesPath(tenantSlug)}/new${example ? `?example=${encodeURIComponent(example)}` : ''}`;
}

export function playgroundPath(tenantSlug: string): string {
  return `${rulesPath(tenantSlug)}/playground`;
}
