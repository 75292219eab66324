/** A command that works as it stands in any POSIX shell, once the key is in the environment. */
export function firstQuery(origin: string): string {
  return [
    `curl ${origin}/graphql \\`,
    `  -H "authorization: Bearer $TOOLCRIB_KEY" \\`,
    `  -H 'content-type: application/json' \\`,
    `  -d '{"query":"{ viewer { kind role permissions tenant { name } } }"}'`,
  ].join('\n');
}
