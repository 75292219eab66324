/** Where to go after signing in: only a path of this very site, whatever the address bar says. */
export function safeNext(next: string | null | undefined, origin = window.location.origin): string {
  if (!next?.startsWith('/')) return '/';
  // A browser reads "/\\host" and "/<tab>/host" as another host: let it resolve, then compare.
  const target = URL.parse(next, origin);
  if (!target || target.origin !== origin) return '/';
  const path = target.pathname.replace(/^\/{2,}/u, '/');
  if (path === '/sign-in') return '/';
  return path + target.search + target.hash;
}

export function signInPath(next: string, reason?: string): string {
  const params = new URLSearchParams();
  if (safeNext(next) !== '/') params.set('next', next);
  if (reason) params.set('error', reason);
  return params.size > 0 ? `/sign-in?${params}` : '/sign-in';
}
