import { useSubscription } from 'urql';
import { graphql } from '#gql/gql.ts';

const SettingsChanged = graphql(`
  subscription Shell_settingsChanged {
    settingsChanged {
      kind
      id
    }
  }
`);

/** Keeps the settings on screen true: the cache hears each change and loads again what it touches. */
export function useLiveSettings() {
  useSubscription({ query: SettingsChanged });
}
