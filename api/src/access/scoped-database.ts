import { Prisma, type PrismaClient } from '#generated/prisma/client.ts';
import { withTenant } from '#platform/database.ts';

/** The client that features see: one tenant's rows, no raw SQL, no way to the rest. */
export type ScopedDatabase = Omit<PrismaClient, `$${string}`>;
export type Transaction = Prisma.TransactionClient;

type Args = { where?: Record<string, unknown>; data?: unknown; create?: object; update?: object } & Record<
  string,
  unknown
>;
type Operation = {
  model: string;
  operation: string;
  args: Args;
  query(args: Args): Promise<unknown>;
};

const CREATES = new Set(['create', 'createMany', 'createManyAndReturn', 'upsert']);
const READS = new Set([
  'findFirst',
  'findFirstOrThrow',
  'findMany',
  'findUnique',
  'findUniqueOrThrow',
  'count',
  'aggregate',
  'groupBy',
]);

function isTenantModel(model: string): boolean {
  const fields = (Prisma as unknown as Record<string, object>)[`${model}ScalarFieldEnum`];
  return fields !== undefined && 'tenantId' in fields;
}

function refuseMove(data: unknown): void {
  if (data && typeof data === 'object' && 'tenantId' in data) throw new Error('A row cannot move to another tenant.');
}

function own(data: unknown, tenantId: string): unknown {
  return Array.isArray(data) ? data.map((row) => ({ ...row, tenantId })) : { ...(data as object), tenantId };
}

/** Adds the tenant to whatever is asked, or throws when the model has no place in a tenant. */
export function narrow(model: string, operation: string, args: Args, tenantId: string): Args {
  if (model === 'Tenant') {
    if (!READS.has(operation) && operation !== 'update') throw new Error(`${operation} on Tenant needs the operator.`);
    const within = [{ id: tenantId }, ...[args.where?.AND ?? []].flat()];
    return { ...args, where: { id: tenantId, ...args.where, AND: within } };
  }
  if (model === 'User') {
    if (!READS.has(operation)) throw new Error('People are written by the identity library only.');
    const members = { memberships: { some: { tenantId } } };
    return { ...args, where: { ...args.where, AND: [members, ...[args.where?.AND ?? []].flat()] } };
  }
  if (!isTenantModel(model)) throw new Error(`${model} does not belong to a tenant.`);

  const narrowed: Args = { ...args };
  if (operation === 'upsert') {
    refuseMove(args.update);
    narrowed.create = own(args.create, tenantId) as object;
  } else if (CREATES.has(operation)) {
    narrowed.data = own(args.data, tenantId);
  } else {
    refuseMove(args.data);
  }
  if (operation === 'upsert' || !CREATES.has(operation)) narrowed.where = { ...args.where, tenantId };
  return narrowed;
}

/**
 * Prisma merges the findUniques of one tick into one query, also those of two tenants, which would then run under the
 * tenant of the first. Outside transactions they become findFirst, which is never merged.
 */
function unmerged(operation: string): string {
  return operation.replace('findUnique', 'findFirst');
}

function extend(client: PrismaClient, tenantId: string, insideTransaction: boolean): PrismaClient {
  const models = client as unknown as Record<string, Record<string, (args: Args) => Promise<unknown>>>;
  const extended = client.$extends({
    query: {
      $allModels: {
        async $allOperations(call) {
          const { model, operation, args, query } = call as unknown as Operation;
          const narrowed = narrow(model, operation, args ?? {}, tenantId);
          if (!insideTransaction && operation.startsWith('findUnique')) {
            const delegate = models[model.charAt(0).toLowerCase() + model.slice(1)]!;
            return withTenant(tenantId, async () => await delegate[unmerged(operation)]!(narrowed));
          }
          return withTenant(tenantId, async () => await query(narrowed));
        },
      },
    },
  });
  return extended as unknown as PrismaClient;
}

/** Anything asked of it throws: no tenant, no rows. */
export function closedDatabase(refuse: () => Error): ScopedDatabase {
  return new Proxy({} as ScopedDatabase, {
    get(_target, property) {
      // A promise chain looks for `then`; answering it with an error would hide the reason.
      if (property === 'then' || typeof property === 'symbol') return undefined;
      throw refuse();
    },
  });
}

const KEPT_TENANTS = 500;

export function createScopedDatabases(app: PrismaClient) {
  const kept = new Map<string, ScopedDatabase>();
  return {
    for(tenantId: string): ScopedDatabase {
      const known = kept.get(tenantId);
      if (known) return known;
      if (kept.size >= KEPT_TENANTS) kept.delete(kept.keys().next().value!);
      const made = extend(app, tenantId, false);
      kept.set(tenantId, made);
      return made;
    },
    transaction<Result>(
      tenantId: string,
      work: (db: ScopedDatabase, transaction: Transaction) => Promise<Result>,
    ): Promise<Result> {
      const inside = extend(app, tenantId, true);
      return withTenant(tenantId, () =>
        inside.$transaction((transaction) => work(transaction as unknown as ScopedDatabase, transaction), {
          maxWait: 5_000,
          timeout: 15_000,
        }),
      );
    },
  };
}
