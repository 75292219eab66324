import type { ResolvedTool } from '#toolkit/resolved-tool.ts';
import type { AvailabilityContext } from '#toolkit/tool-definition.ts';
import { neverThrow } from './never-throw.ts';

const PATIENCE_MS = 5_000;
const LARGEST = 65_536;

/** What a call would do, if its tool can tell. A preview that fails says so, and keeps nobody from deciding. */
export async function previewCall(
  tool: ResolvedTool,
  input: Record<string, unknown>,
  asked: AvailabilityContext,
): Promise<unknown> {
  const { definition } = tool;
  if (!definition?.preview) return undefined;
  const result = await neverThrow(() => definition.preview!(input, asked), AbortSignal.timeout(PATIENCE_MS));
  if (result === 'paused') return undefined;
  if (!result.ok) return { error: `There is no preview: ${result.error.message}` };
  const isTooLarge = (JSON.stringify(result.output ?? null)?.length ?? 0) > LARGEST;
  return isTooLarge ? { error: 'The preview is too large to be shown.' } : result.output;
}
