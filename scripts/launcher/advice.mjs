// What went wrong, recognised in the output of a failed step, and the one sentence that helps. The first match wins,
// so causes stand before their symptoms.
const machineCauses = [
  [/ENOSPC|no space left on device/i, 'The disk is full: free about 2 GB and run the command again.'],
  [
    /EACCES|EPERM|EROFS|permission denied|read-only file system/i,
    'This folder cannot be written: make it and everything in it yours (parts may belong to another user), then run the command again.',
  ],
  [
    /heap out of memory|ENOMEM|Cannot allocate memory|SIGKILL/,
    'Memory ran out: close other programs (about 2 GB are needed) and run the command again.',
  ],
  [
    /EMFILE|too many open files/i,
    'Too many files are open: raise the limit with "ulimit -n 4096" and run the command again.',
  ],
];

const registryCauses = [
  [
    /ERR_PNPM_OUTDATED_LOCKFILE|lockfile is not up to date|ERR_PNPM_LOCKFILE_(MISSING|CONFIG_MISMATCH)|ERR_PNPM_NO_LOCKFILE/i,
    'pnpm-lock.yaml does not fit package.json: run "node scripts/run.mjs pnpm install --no-frozen-lockfile" and commit the result.',
  ],
  [
    /ERR_PNPM_TARBALL_INTEGRITY|EINTEGRITY/,
    'A downloaded package is not the one the lock file names: run "node scripts/run.mjs pnpm store prune" and try again; if it stays, ask whoever runs your registry.',
  ],
  [
    /self[- ]signed certificate|unable to get (local )?issuer|UnknownIssuer|CERT_|invalid peer certificate/i,
    'The registry’s certificate is not trusted here: set "cafile" in your npm configuration (npm config set cafile <file>) and run the command again.',
  ],
  [
    /E40[13]\b|ERR_PNPM_FETCH_40[13]|Unauthorized/,
    'The package registry refused us: sign in with "npm login" (or check the token in your .npmrc) and run the command again.',
  ],
  [
    /E404\b|ETARGET|ERR_PNPM_FETCH_404|ERR_PNPM_NO_MATCHING_VERSION/,
    'The package registry lacks a version we need: check "npm config get registry", it may be an incomplete mirror.',
  ],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_PNPM_META_FETCH_FAIL|fetch failed|error sending request/i,
    'The package registry could not be reached: check the connection, your proxy and "npm config get registry", then run the command again.',
  ],
];

export function adviceFor(output, { usesRegistry = false, otherwise }) {
  const causes = usesRegistry ? [...machineCauses, ...registryCauses] : machineCauses;
  return causes.find(([pattern]) => pattern.test(output))?.[1] ?? otherwise;
}

/** The end of a long output, without blank lines: enough to see the error, not enough to lose it. */
export function tailOf(output, lines = 25) {
  return output
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .slice(-lines)
    .join('\n');
}
