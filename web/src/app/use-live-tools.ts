import { useSubscription } from 'urql';
import { graphql } from '#gql/gql.ts';
import { useCan } from '#lib/use-can.ts';

const ToolsChanged = graphql(`
  subscription Shell_toolsChanged {
    toolsChanged {
      all
    }
  }
`);

/** Keeps the catalog on screen true, for those who may see it. */
export function useLiveTools() {
  useSubscription({ query: ToolsChanged, pause: !useCan('tools.tenant.read') });
}
