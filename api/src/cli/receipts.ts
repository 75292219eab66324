import { enterTenant } from './choose-tenant.ts';
import { command, family, TENANT_FLAG } from './command.ts';

type Verification = {
  valid: boolean;
  reason: string | null;
  seq: number | null;
  content: unknown;
  previousHash: string | null;
  hash: string | null;
  signature: string | null;
};

const VERIFY = `query CribVerifyReceipt($id: ID!) {
  verifyReceipt(approvalId: $id) { valid reason seq content previousHash hash signature } }`;
const KEY = 'query CribReceiptKey { receiptPublicKey }';

const verify = command({
  name: 'verify',
  description:
    'Checks the signed record of a decision; exits with 1 when it cannot be believed. With --json: hash and signature too.',
  flags: {
    approval: { type: 'positional', required: true, valueHint: 'id', description: 'The id of the approval.' },
    ...TENANT_FLAG,
  },
  async run({ approval, tenant }, { crib }) {
    const { slug, ask } = await enterTenant(await crib(), tenant);
    const { verifyReceipt: found } = await ask<{ verifyReceipt: Verification }>(VERIFY, { id: approval });
    const name = found.seq === null ? `The receipt of ${slug}` : `Receipt ${found.seq} of ${slug}`;
    const text = found.valid
      ? `${name} is as it was written and signed, and the approval and the log tell the same.`
      : `${name} cannot be believed. ${found.reason}`;
    return { data: { tenant: slug, ...found }, text, exitCode: found.valid ? 0 : 1 };
  },
});

const key = command({
  name: 'key',
  description: 'Prints the public key with which anybody can check the signatures of all receipts of a tenant.',
  flags: TENANT_FLAG,
  async run({ tenant }, { crib }) {
    const { ask } = await enterTenant(await crib(), tenant);
    const { receiptPublicKey } = await ask<{ receiptPublicKey: string }>(KEY);
    return { data: { receiptPublicKey }, text: receiptPublicKey.trim() };
  },
});

export const receipts = family('receipts', 'Checks the signed records of decisions.', { verify, key });
