import { can } from '#access/can.ts';
import { builder } from '#graphql/builder.ts';
import { NotFound } from '#platform/errors.ts';
import { NO_ID, parseNodeIdOf } from '#platform/ids.ts';
import { findApproval } from './find-approvals.ts';
import { publicKeyOf } from './receipt-chain.ts';
import { receiptKey } from './receipt-key.ts';
import { type ReceiptVerification, verifyReceipt } from './verify-receipt.ts';

const Verification = builder.objectRef<ReceiptVerification>('ReceiptVerification').implement({
  description:
    'The signed record of a decision, and whether it can be believed. To check it without us: `hash` is the SHA-256 of `{content, previousHash, seq}` as JSON with sorted keys and no spaces; `signature` is over the bytes of `hash`, by `receiptPublicKey`.',
  fields: (t) => ({
    valid: t.exposeBoolean('valid', {
      description: 'Whether it is as it was written, signed, in its place, and what the approval and the log tell.',
    }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why not.' }),
    seq: t.int({
      nullable: true,
      description: 'Its number among the receipts of the tenant. Null, like all below, when it was taken away.',
      resolve: ({ receipt }) => receipt?.seq,
    }),
    content: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'What it attests: the call, the rule, every vote, and the event that tells of it. `askedInputDigest` and `inputDigest` are the SHA-256 of the arguments as asked for and as decided on, as JSON with sorted keys and no spaces; where some are hidden, digests begin with `hmac-sha256:` and only this check can tell whether they fit.',
      resolve: ({ receipt }) => receipt?.content,
    }),
    previousHash: t.string({
      nullable: true,
      description: 'The hash of the receipt before it; empty in the first.',
      resolve: ({ receipt }) => receipt?.previousHash,
    }),
    hash: t.string({
      nullable: true,
      description: 'SHA-256 of its number, its content and the hash before it, as hex.',
      resolve: ({ receipt }) => receipt?.hash,
    }),
    signature: t.string({
      nullable: true,
      description: 'Ed25519 signature of the hash, as base64url.',
      resolve: ({ receipt }) => receipt?.signature,
    }),
  }),
});

builder.queryFields((t) => ({
  receiptPublicKey: t.string({
    description:
      'The Ed25519 key, as PEM, with which anybody can check the signatures of the receipts of the tenant. It stays the same for all of them.',
    authScopes: { signedIn: true },
    resolve: async (_root, _args, ctx) => publicKeyOf(await receiptKey(ctx)),
  }),
  verifyReceipt: t.field({
    type: Verification,
    description:
      'Checks the signed record of a decision. For those who may see the approval, and for holders of `audit.tenant.read`.',
    args: { approvalId: t.arg.id({ required: true, description: 'The approval.' }) },
    authScopes: { signedIn: true },
    resolve: async (_root, { approvalId }, ctx) => {
      const raw = parseNodeIdOf('Approval', String(approvalId)) ?? NO_ID;
      const isAuditor = can(ctx.viewer, 'audit.tenant.read');
      const approval = await (isAuditor ? ctx.db.approval.findFirst({ where: { id: raw } }) : findApproval(ctx, raw));
      if (!approval) throw new NotFound('This approval');
      return verifyReceipt(ctx, approval);
    },
  }),
}));
