import type { ResolvedTool } from './resolved-tool.ts';

/** All tools a tenant could have, switched on or not, as its rows make them. */
export type ToolShelf = {
  readonly tools: readonly ResolvedTool[];
  find(slug: string): ResolvedTool | undefined;
  /** Keys of the secrets that are set for the whole tenant. */
  readonly secretsSet: ReadonlySet<string>;
  /** The same with other rows of the tenant's own, for whoever has read them in a transaction. */
  withRows(rows: readonly object[]): ToolShelf;
};

/** The one place where shelves come from; kept between requests and dropped when a row changes anywhere. */
export type ToolShelves = {
  of(tenantId: string): Promise<ToolShelf>;
  /** The kinds of execution spec that something here can run; a prompt with its mode, such as `prompt.direct`. */
  readonly runnableKinds: ReadonlySet<string>;
  close(): void;
};
