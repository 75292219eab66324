import { builder } from '#graphql/builder.ts';
import { ApprovalType } from './approval.graphql.ts';
import { whyVoid } from './check-approved-scope.ts';
import { draftGrant } from './grant-always-allow.ts';
import { RehearsalType } from './rehearsal.graphql.ts';
import { rehearseRule } from './rehearse-rule.ts';

builder.objectField(ApprovalType, 'rehearseAlwaysAllow', (t) =>
  t.field({
    type: RehearsalType,
    nullable: true,
    description:
      'What `grantAlwaysAllow` would change, by the calls of the past. Needs `approvals.team.rules`, and changes nothing.',
    args: {
      forCaller: t.arg.boolean({ required: true, description: 'Only by the same caller.' }),
      limit: t.arg.int({ description: 'So often at most.' }),
      since: t.arg({ type: 'DateTime', required: true, description: 'How far back to look.' }),
    },
    authScopes: { may: 'approvals.team.rules' },
    complexity: { field: 100, multiplier: 1 },
    resolve: async (approval, { forCaller, limit, since }, ctx) => {
      const { draft, before } = await draftGrant(ctx, approval, { forCaller, limit });
      return rehearseRule(ctx, draft, since, { before });
    },
  }),
);

builder.objectField(ApprovalType, 'voidBecause', (t) =>
  t.string({
    nullable: true,
    description:
      'Why a waiting call can only be denied: its tool, or the rule that asked, is not what it was, whoever asked for it ' +
      'could not make the call any more, or fewer can decide than must agree.',
    resolve: (approval, _args, ctx) => (approval.status === 'PENDING' ? whyVoid(ctx, approval) : null),
  }),
);
