import { requireScope } from '#access/viewer.ts';
import { builder } from '#graphql/builder.ts';
import { missingSecrets } from './evaluate-tools.ts';
import { findTools } from './find-tools.ts';
import { ToolType } from './tool.graphql.ts';

type Availability = { available: boolean; gate: string | null; reason: string | null; missingSecrets: string[] };

const AvailabilityType = builder.objectRef<Availability>('ToolAvailability').implement({
  description: 'Whether the caller can use a tool now, and if not, why.',
  fields: (t) => ({
    available: t.exposeBoolean('available', { description: 'Whether every gate lets it pass.' }),
    gate: t.exposeString('gate', { nullable: true, description: 'The first gate that keeps it back.' }),
    reason: t.exposeString('reason', { nullable: true, description: 'Why, in one sentence.' }),
    missingSecrets: t.exposeStringList('missingSecrets', {
      description: 'Keys of the secrets that have to be set before it works, whichever gate comes first.',
    }),
  }),
});

builder.objectField(ToolType, 'availability', (t) =>
  t.field({
    type: AvailabilityType,
    nullable: true,
    description: 'Whether the caller can use it, with the reason if not; for those who may change tools.',
    authScopes: { may: 'tools.tenant.update' },
    unauthorizedResolver: () => null,
    resolve: async (tool, _args, ctx) => {
      const { reasons } = await findTools(ctx);
      const { secretsSet } = await ctx.tools.of(requireScope(ctx.viewer).tenantId);
      const exclusion = reasons.get(tool.slug);
      return {
        available: !exclusion,
        gate: exclusion?.gate ?? null,
        reason: exclusion?.reason ?? null,
        missingSecrets: missingSecrets(tool, secretsSet),
      };
    },
  }),
);
