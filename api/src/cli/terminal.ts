import { createInterface } from 'node:readline/promises';
import { styleText } from 'node:util';

export type Style = 'bold' | 'dim' | 'green' | 'yellow' | 'red';

export type Terminal = {
  /** What was asked for; the only text on stdout. */
  print(text: string): void;
  /** Everything else: notes, questions, errors. */
  note(text: string): void;
  paint(style: Style, text: string): string;
  colours: boolean;
  /** Missing when nobody sits there to answer. */
  ask?(question: string): Promise<string>;
};

async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
}

export function openTerminal(): Terminal {
  const { stdin, stdout, stderr } = process;
  // Whoever reads us may have read enough, as `head` does.
  stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  // It knows NO_COLOR and whether the stream is a terminal.
  const paint = (style: Style, text: string) => styleText(style, text, { stream: stdout });
  return {
    print: (text) => void stdout.write(`${text}\n`),
    note: (text) => void stderr.write(`${text}\n`),
    paint,
    colours: paint('bold', 'x') !== 'x',
    ...(stdin.isTTY && stderr.isTTY ? { ask } : {}),
  };
}
