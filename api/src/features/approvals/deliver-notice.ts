import type { Context } from '#access/context.ts';
import type { NoticeContent } from '#toolkit/notifier.ts';

/** Tries within about an hour, each after twice the wait of the one before. */
export const NOTICE_RETRIES = 12;

/** Takes a piece of news to where it is wanted. Failing is noted on it and thrown, so that it is tried again. */
export async function deliverNotice(ctx: Context, id: string, attempt: number, signal: AbortSignal): Promise<void> {
  const notice = await ctx.db.approvalNotice.findFirst({ where: { id, status: { in: ['queued', 'failed'] } } });
  if (!notice) return;
  const note = (status: string, problem: string | null) =>
    ctx.db.approvalNotice.updateMany({
      where: { id },
      data: { status, problem, attempts: attempt, settledAt: status === 'queued' ? null : ctx.clock.now() },
    });
  const notifier = ctx.notifiers.find(({ channel }) => channel === notice.channel);
  if (!notifier || !(await notifier.wanted(ctx))) {
    await note('dropped', 'Nobody wanted to hear it any more when it was sent.');
    return;
  }
  try {
    await notifier.send(ctx, { id, content: notice.content as unknown as NoticeContent }, signal);
  } catch (error) {
    const problem = error instanceof Error ? error.message : 'It could not be sent.';
    await note(attempt > NOTICE_RETRIES ? 'failed' : 'queued', problem);
    throw error;
  }
  await note('delivered', null);
}
