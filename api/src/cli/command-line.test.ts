import { expect, it } from 'vitest';
import { createMachine, runProcess } from './cli-test-machine.ts';
import { parseExpiry } from './key-expiry.ts';
import { clean, table } from './table.ts';

// Nothing below may touch a database: a line that is not understood is refused before that.
const run = createMachine({ DATA_DIR: '/dev/null/none' });

it.each([
  ['no command', [], 'Say what to do: doctor,'],
  ['an unknown command', ['tool', 'list'], 'There is no command "tool".'],
  ['an unknown command of a family', ['members', 'fire'], 'There is no command "members fire".'],
  ['a family alone', ['members'], 'Say what to do with members: list, invite, set-role, remove.'],
  ['a mistyped flag', ['members', 'list', '--serach', 'x'], 'There is no --serach here.'],
  ['a short flag', ['members', 'list', '-t', 'x'], 'There is no -t here.'],
  ['a flag that is missing', ['sign-in-link'], 'Missing required argument: --email.'],
  ['a flag without its value', ['sign-in-link', '--email'], '--email needs a value.'],
  ['a flag in place of a value', ['sign-in-link', '--email', '--data-dir', 'x'], '--email needs a value.'],
  ['an empty value', ['members', 'list', '--tenant', ''], '--tenant needs a value.'],
  ['a value where none belongs', ['members', 'remove', '--email', 'a@b.c', '--yes=no'], '--yes takes no value.'],
  ['a switch that is neither', ['tools', 'override', 'x', '--enabled', 'yes'], '--enabled is one of true, false.'],
  ['a policy that is none', ['tools', 'override', 'x', '--policy', 'ask'], '--policy is one of auto, always_ask.'],
  ['a change of nothing', ['tools', 'override', 'x', '--global'], 'Say what to change: --enabled,'],
  ['a change and a reset', ['tools', 'override', 'x', '--reset', '--name', 'X'], '--reset takes all changes away'],
  ['all tenants and one', ['tools', 'override', 'x', '--global', '--reset', '--tenant', 'a'], '--global is for all'],
  ['a word too many', ['keys', 'revoke', 'tc_1', 'tc_2'], '"tc_2" is one word too many.'],
  ['a word that is missing', ['keys', 'revoke'], 'Missing required positional argument: WHICH.'],
  ['a limit of nothing', ['members', 'list', '--limit', '0'], '--limit must be a whole number from 1 on.'],
  ['an expiry nobody can read', ['keys', 'create', '--name', 'x', '--expires', 'soon'], '--expires must be a time'],
  ['an address that is none', ['members', 'list', '--url', 'localhost:4000'], '--url must be an address'],
])('refuses %s with its usage and exit code 2', async (_case, line, message) => {
  const { code, out, err } = await run(...line);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err.startsWith(message)).toBe(true);
  expect(err).toContain('\n\nUSAGE crib');
  const { json } = await run(...line, '--json');
  expect(json.error).toMatchObject({ code: 'USAGE', message: expect.stringContaining(message) });
});

it.each([[['help']], [['--help']], [['-h']]])('explains itself for %s', async (line) => {
  const { code, out, err } = await run(...line);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  for (const command of [
    'doctor',
    'bootstrap',
    'sign-in-link',
    'tenants',
    'members',
    'keys',
    'tools',
    'secrets',
    'audit',
    'migrate',
  ]) {
    expect(out).toMatch(new RegExp(`^ +${command} {4}\\S`, 'm'));
  }
});

it('explains one command, however it is asked', async () => {
  const { out } = await run('members', 'invite', '--help');
  expect(out).toContain('USAGE crib members invite [OPTIONS] --email=<email> --role=<slug>');
  expect((await run('help', 'members', 'invite')).out).toBe(out);
  expect((await run('help', 'members', 'invite', '--json')).json).toEqual({ usage: out });
});

it('keeps stdout clean and exits as it says, as a process', async () => {
  const { code, out, err } = await runProcess({}, 'tool', 'list');
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toMatch(/^There is no command "tool"\.\n/);
});

it('names a wrong setting', async () => {
  const { code, json } = await createMachine({ PORT: 'four' })('tenants', 'list', '--json');
  expect(code).toBe(1);
  expect(json.error).toMatchObject({ code: 'BAD_CONFIGURATION', message: expect.stringContaining('PORT') });
  expect((await createMachine({ PORT: 'four' })('doctor')).out).toMatch(
    /^fail {2}configuration {2}Wrong configuration: PORT/m,
  );
});

it.each([
  ['12h', '2026-01-01T12:00:00.000Z'],
  ['90d', '2026-04-01T00:00:00.000Z'],
  ['2w', '2026-01-15T00:00:00.000Z'],
  ['2026-05-06', '2026-05-06T00:00:00.000Z'],
  ['2026-05-06T07:08:09+02:00', '2026-05-06T05:08:09.000Z'],
])('reads the expiry %s', (text, moment) => {
  expect(parseExpiry(text, new Date('2026-01-01T00:00:00Z'))).toBe(moment);
});

it('aligns columns, and lets no name move the cursor', () => {
  const rows = [{ name: 'Ä\u001b[2Jb\nc' }, { name: null }];
  const shown = table(rows, { name: (row) => row.name, fixed: () => 'x' }, { paint: (_style, text) => text });
  expect(shown.split('\n')).toEqual(['NAME  FIXED', 'Äb c  x', '–     x']);
  expect(clean('a\u0000\u009b31mb\u2028c')).not.toMatch(/[\p{Cc}\u2028]/u);
});
