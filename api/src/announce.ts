/** A line for the person who started the process; logs are for machines. */
export function announce(text: string): void {
  process.stdout.write(`toolcrib: ${text}\n`);
}
