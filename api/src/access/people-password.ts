export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 128;

const EASY = 'This password is easy to guess. Use a few random words instead.';

/** Compared without digits and signs, so that "Password-2026!" counts as well. */
const COMMON_WORDS = new Set([
  'abc',
  'abcdef',
  'admin',
  'administrator',
  'asdf',
  'asdfghjkl',
  'azerty',
  'changeme',
  'default',
  'demo',
  'hello',
  'iloveyou',
  'letmein',
  'login',
  'master',
  'monkey',
  'pass',
  'password',
  'passwort',
  'qwerty',
  'qwertyuiop',
  'root',
  'secret',
  'test',
  'toolcrib',
  'welcome',
]);

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}]/gu, '');
}

/** "passpasspass" is no better than "pass". */
function withoutRepetition(text: string): string {
  return /^(.+?)\1+$/u.exec(text)?.[1] ?? text;
}

const LOOKALIKES: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '@': 'a', $: 's' };

/** "p4ssw0rd!1" read as a person reads it. */
function withoutDisguise(text: string): string {
  const core = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  return core.replace(/[01345@$]/g, (sign) => LOOKALIKES[sign]!);
}

/** Neighbours on the number row or in the alphabet, forwards or backwards; 9 and 0 count as neighbours. */
function isSequence(text: string): boolean {
  const steps = new Set([...text].slice(1).map((sign, at) => sign.charCodeAt(0) - text.charCodeAt(at)));
  steps.delete(-9);
  steps.delete(9);
  return steps.size <= 1;
}

function isObvious(password: string): boolean {
  const unit = withoutRepetition(password);
  if (new Set(unit).size <= 3 || isSequence(unit)) return true;
  return [lettersOf(unit), withoutDisguise(unit)].some((word) => COMMON_WORDS.has(withoutRepetition(word)));
}

/** Why a password cannot be used, in a sentence for the person who chose it. The same rule holds everywhere. */
export function passwordProblem(password: string, email = ''): string | null {
  if (password.length < PASSWORD_MIN) return `Use at least ${PASSWORD_MIN} characters.`;
  if (password.length > PASSWORD_MAX) return `Use at most ${PASSWORD_MAX} characters.`;
  const lower = password.toLowerCase();
  const [localPart = ''] = email.toLowerCase().split('@');
  const name = lettersOf(localPart);
  if (email && (lower === email.toLowerCase() || (name !== '' && lettersOf(lower) === name))) {
    return 'Do not use your e-mail address as the password.';
  }
  return isObvious(lower) ? EASY : null;
}
