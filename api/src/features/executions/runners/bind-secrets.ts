import type { SecretValue } from '#features/secrets/read-secrets.ts';
import { isBoundTo } from '#features/secrets/secret-rules.ts';
import type { ToolEnv } from '#platform/tool-env.ts';
import { ToolFailure } from '#toolkit/tool-result.ts';
import type { SecretOf } from './fill-request.ts';

/** Hands out secrets for a request to one host, and none that is not meant for it. */
export function bindSecrets(secrets: ReadonlyMap<string, SecretValue>, offered: ToolEnv, host: string): SecretOf {
  return (key, source) => {
    const variable = source === 'env' ? offered.get(key) : undefined;
    if (variable) {
      if (variable.hosts.length === 0 || isBoundTo(variable.hosts, host)) return variable.value;
      throw new ToolFailure('EGRESS_BLOCKED', `The operator does not let ${key} be sent to ${host}.`);
    }
    const secret = secrets.get(key);
    if (!secret) {
      throw new ToolFailure('MISCONFIGURED', `The secret ${key} is not set. Somebody who manages secrets can set it.`);
    }
    if (isBoundTo(secret.hosts, host)) return secret.value;
    throw new ToolFailure(
      'EGRESS_BLOCKED',
      `The secret ${key} may not be sent to ${host}: it is bound to ${secret.hosts.join(', ')}. Add the host to the secret if that is meant.`,
    );
  };
}
