import { command, family } from './command.ts';

type Rewrapping = { rewrapped: number; waiting: number; unreadable: number };

const REWRAP = `mutation CribRewrapDataKeys($input: RewrapDataKeysInput!) {
  rewrapDataKeys(input: $input) { rewrapped waiting unreadable }
}`;

const keys = (count: number) => (count === 1 ? '1 tenant key' : `${count} tenant keys`);

function adviceOn({ waiting, unreadable }: Rewrapping): string {
  if (unreadable > 0) {
    return 'Some open under no key that the server knows. Add the key they were made with to TOOLCRIB_MASTER_KEY_OLD.';
  }
  if (waiting > 0) return 'Some wait still. Run it again.';
  return 'No secret needs a former key. Take it away in a week: until then people are signed in under it.';
}

const rotateKey = command({
  name: 'rotate-key',
  description: 'Puts all secrets under the current master key, while everything goes on.',
  flags: { 'dry-run': { type: 'boolean', description: 'Only count what would be done.' } },
  async run(given, { crib }) {
    const dryRun = given['dry-run'] ?? false;
    const { ask } = await crib();
    const { rewrapDataKeys: found } = await ask<{ rewrapDataKeys: Rewrapping }>(REWRAP, { input: { dryRun } });
    const text = dryRun
      ? `${keys(found.waiting)} to rotate, ${found.unreadable} unreadable.`
      : `Rotated ${keys(found.rewrapped)}; ${found.waiting} waiting, ${found.unreadable} unreadable.`;
    const note = dryRun && found.waiting > 0 ? 'Do it with: npm run crib -- secrets rotate-key' : adviceOn(found);
    return { data: found, text, note, exitCode: found.unreadable > 0 ? 1 : 0 };
  },
});

export const secrets = family('secrets', 'Rotates the key that secrets are kept under.', { 'rotate-key': rotateKey });
