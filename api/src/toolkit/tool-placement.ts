import type { ExecutionType, ToolVisibility } from './tool-definition.ts';

const DEFAULT_VISIBILITY: Record<ExecutionType, ToolVisibility> = {
  gateway: 'visible',
  external: 'visible',
  internal: 'hidden',
  space: 'visible',
};

export function defaultVisibilityOf(type: ExecutionType): ToolVisibility {
  return DEFAULT_VISIBILITY[type];
}

/** Why these two do not go together; nothing when they do. */
export function findContradiction(type: ExecutionType, visibility: ToolVisibility): string | null {
  if (type === 'internal' && visibility !== 'hidden')
    return 'The result of an internal tool is never shown, so it must be hidden.';
  if (type === 'space' && visibility === 'hidden') return 'A tool that people answer in a space cannot be hidden.';
  return null;
}
