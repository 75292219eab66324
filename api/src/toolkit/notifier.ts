/** What can be told about a call that waits. */
export type ApprovalNews =
  | 'opened'
  | 'reminded'
  | 'reassigned'
  | 'asked'
  | 'answered'
  | 'decided'
  | 'expired'
  | 'cancelled';

/** A piece of news: ids, names and a link. Arguments, outputs and reasons are read by those who follow the link. */
export type NoticeContent = {
  type: `approval.${ApprovalNews}` | 'test';
  at: string;
  tenantId: string;
  tenantSlug: string;
  approvalId: string | null;
  runId: string | null;
  tool: string | null;
  status: string | null;
  requestedBy: string | null;
  assigneeId: string | null;
  decidedBy: string | null;
  expiresAt: string | null;
  url: string;
};

export type Notice = { id: string; content: NoticeContent };

/** A way to tell people, or their programs, that a call waits. `Host` is a context inside of the tenant. */
export type Notifier<Host = unknown> = {
  readonly channel: string;
  /** Whether the tenant wants to be told. Asked in the transaction that makes the news, and again before it is sent. */
  wanted(host: Host): Promise<boolean>;
  /** Throws when it did not arrive; then it is sent again, with the same id and the same content. */
  send(host: Host, notice: Notice, signal: AbortSignal): Promise<void>;
};
