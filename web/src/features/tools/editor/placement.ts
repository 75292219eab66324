import type { ExecutionType, ToolVisibility } from '#gql/graphql.ts';

export const visibilityLabels: Record<ToolVisibility, string> = {
  VISIBLE: 'The call and its result',
  RESULT_ONLY: 'The result alone',
  HIDDEN: 'Nothing',
};

/** What a space shows unless somebody says otherwise. */
export function defaultVisibility(type: ExecutionType | undefined): ToolVisibility {
  return type === 'INTERNAL' ? 'HIDDEN' : 'VISIBLE';
}

/** Why these two do not go together; the server refuses the same. */
export function findContradiction(type: ExecutionType | undefined, visibility: ToolVisibility): string | undefined {
  if (type === 'INTERNAL' && visibility !== 'HIDDEN') {
    return 'The result of an internal tool is never shown, so spaces show nothing of it. Choose "Nothing", or another place.';
  }
  if (type === 'SPACE' && visibility === 'HIDDEN') {
    return 'People answer this tool in a space, so it cannot be hidden there.';
  }
  return undefined;
}
