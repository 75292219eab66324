export type UsageQuestion = {
  tenantId: string;
  since: Date;
  until: Date;
  toolSlug?: string | null;
  source?: string | null;
  /** Only calls by this principal. */
  actorId?: string | null;
};

export type UsageRow = {
  key: string;
  runs: number;
  errors: number;
  /** Those that people did not let through, which is no fault of the tool. */
  declined: number;
  cancelled: number;
  p50Ms: number | null;
  p95Ms: number | null;
  p99Ms: number | null;
};

export type Usage = { total: UsageRow; byTool: UsageRow[]; bySource: UsageRow[]; byDay: UsageRow[] };
