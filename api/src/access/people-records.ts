import { z } from 'zod';
import type { Prisma, PrismaClient } from '#generated/prisma/client.ts';
import { Conflict, type FieldError, InvalidInput } from '#platform/errors.ts';
import { refuseDuplicate } from '#platform/refuse-duplicate.ts';
import { passwordProblem } from './people-password.ts';

export type Person = { id: string; email: string; name: string };
export type NewPerson = { email: string; name: string; password?: string };

const PERSON = { id: true, email: true, name: true } as const;
const LONGEST_EMAIL = 254;
const LONGEST_NAME = 200;

function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

function problemsOf(email: string, name: string, password: string | undefined): FieldError[] {
  const problems: FieldError[] = [];
  if (email.length > LONGEST_EMAIL || !z.email().safeParse(email).success) {
    problems.push({ path: ['email'], message: 'Enter an e-mail address such as ada@example.com.' });
  }
  if (name === '' || name.length > LONGEST_NAME || /\p{Cc}/u.test(name)) {
    problems.push({ path: ['name'], message: `Enter a name of 1 to ${LONGEST_NAME} characters.` });
  }
  const weakness = password === undefined ? null : passwordProblem(password, email);
  if (weakness) problems.push({ path: ['password'], message: weakness });
  return problems;
}

export async function findPerson(prisma: PrismaClient, email: string): Promise<Person | null> {
  const normalized = normalizeEmail(email);
  if (!z.email().safeParse(normalized).success) return null;
  return prisma.user.findUnique({ where: { email: normalized }, select: PERSON });
}

async function hash(password: string): Promise<string> {
  const { hashPassword } = await import('better-auth/crypto');
  return hashPassword(password);
}

/**
 * Adds a person without signing them in. Nobody has proven the address yet, so it stays unverified until a single
 * sign-on provider vouches for it.
 */
export async function createPerson(
  prisma: PrismaClient,
  input: NewPerson,
  transaction?: Prisma.TransactionClient,
): Promise<Person> {
  const email = normalizeEmail(input.email);
  const name = input.name.trim();
  const problems = problemsOf(email, name, input.password);
  if (problems.length > 0) throw new InvalidInput(problems);
  const password = input.password === undefined ? undefined : await hash(input.password);

  async function insert(client: Prisma.TransactionClient): Promise<Person> {
    const person = await client.user.create({ data: { email, name }, select: PERSON });
    if (password) {
      await client.authAccount.create({
        data: { providerId: 'credential', accountId: person.id, userId: person.id, password },
      });
    }
    return person;
  }

  const taken = () => new Conflict(`There is already a person with the e-mail ${email}.`);
  return refuseDuplicate(transaction ? insert(transaction) : prisma.$transaction(insert), taken);
}
