type Told = Error & { severity?: unknown; routine?: unknown };

const isOfPrisma = ({ name }: Error) => name.startsWith('PrismaClient') || name === 'DriverAdapterError';
/** How PostgreSQL itself tells a failure. */
const isOfPostgres = ({ severity, routine }: Told) => typeof severity === 'string' && typeof routine === 'string';

/** Whether the words of an error are those of the database or its library, which show statements, tables and values. */
export function isDatabaseError(error: unknown): boolean {
  return error instanceof Error && (isOfPrisma(error) || isOfPostgres(error));
}
