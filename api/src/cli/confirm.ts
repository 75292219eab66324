import { CliFailure } from './failure.ts';

/** Goes on only after a yes. Where nobody can be asked, the command must say --yes. */
export async function confirm(question: string, ask?: (question: string) => Promise<string>): Promise<void> {
  if (!ask) throw new CliFailure('NOT_CONFIRMED', `${question} Add --yes to confirm.`);
  const answer = await ask(`${question} [y/N] `);
  if (!/^y(es)?$/i.test(answer.trim())) throw new CliFailure('NOT_CONFIRMED', 'Nothing was changed.');
}
