import type { ResolvedTool } from './resolved-tool.ts';

/** What users of a tool rely on. */
export type ToolPromise = Pick<ResolvedTool, 'slug' | 'category' | 'fields' | 'outputSchema' | 'outputSections'>;

/** Something that would not work any more. */
export type Impact = { kind: string; subject: string; message: string };

/** Port: whoever keeps something that relies on tools is asked before a change; `after` is null when a tool goes away. */
export type PublishListener<Asked> = (ctx: Asked, before: ToolPromise, after: ToolPromise | null) => Promise<Impact[]>;
