const UNIQUE_VIOLATION = 'P2002';

function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;
}

/** Looking first would not do: two may ask at once. So the database decides, and its refusal becomes the caller's. */
export async function refuseDuplicate<Result>(work: Promise<Result>, refusal: () => Error): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw isUniqueViolation(error) ? refusal() : error;
  }
}
