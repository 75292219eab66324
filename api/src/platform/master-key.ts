import { hkdfSync, randomBytes } from 'node:crypto';
import path from 'node:path';
import { openKeyFile } from './key-file.ts';

const WEAK = /^(changeme|change-me|secret|password|default|test|dev|toolcrib)/i;

export class BadMasterKey extends Error {}

/** 32 bytes, written as hex or base64. Anything a person might have typed is refused. */
export function parseMasterKey(text: string, from = 'TOOLCRIB_MASTER_KEY'): Buffer {
  const trimmed = text.trim();
  const bytes = /^[0-9a-f]{64}$/i.test(trimmed) ? Buffer.from(trimmed, 'hex') : Buffer.from(trimmed, 'base64');
  const distinct = new Set(bytes).size;
  if (WEAK.test(trimmed) || bytes.length !== 32 || distinct < 8) {
    throw new BadMasterKey(`${from} must be 32 random bytes as hex or base64. Make one with: openssl rand -base64 32`);
  }
  return bytes;
}

/** The key given by the environment or, outside production, one made once in the data folder. */
export function loadMasterKey(given: string | undefined, production: boolean, dataDir: string): Buffer {
  if (given) return parseMasterKey(given);
  if (production) {
    throw new BadMasterKey(
      'TOOLCRIB_MASTER_KEY is empty. Production mode needs one; make it with: openssl rand -base64 32',
    );
  }
  return parseMasterKey(openKeyFile(path.join(dataDir, 'master.key'), () => randomBytes(32).toString('base64')));
}

type Settings = {
  TOOLCRIB_MASTER_KEY?: string | undefined;
  TOOLCRIB_MASTER_KEY_OLD: readonly string[];
  production: boolean;
  DATA_DIR: string;
};

/** The key in force first, then those that still open what was made under them. */
export function loadMasterKeys(env: Settings): [Buffer, ...Buffer[]] {
  const current = loadMasterKey(env.TOOLCRIB_MASTER_KEY, env.production, env.DATA_DIR);
  return [current, ...env.TOOLCRIB_MASTER_KEY_OLD.map((text) => parseMasterKey(text, 'TOOLCRIB_MASTER_KEY_OLD'))];
}

/** One key per purpose, so that no two uses of the master key can be played against each other. */
export function deriveKey(masterKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, 'toolcrib', purpose, 32));
}
