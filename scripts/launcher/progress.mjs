const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const quietSeconds = 20;

/** Shows that a long step is alive: one moving line on a terminal, now and then a plain line elsewhere. */
export function startProgress(title, { out = process.stderr, isLive = out.isTTY } = {}) {
  const started = Date.now();
  const seconds = (digits) => `${((Date.now() - started) / 1000).toFixed(digits)} s`;
  let news = '';
  let tick = 0;

  const drawLine = () => {
    const line = `${frames[tick++ % frames.length]} ${title}  ${seconds(0)}  ${news}`;
    out.write(`\r\x1b[2K${line.slice(0, Math.max(20, out.columns || 80) - 1)}`);
  };
  const printLine = () => out.write(`… ${title}, still at it after ${seconds(0)}${news && `: ${news}`}\n`);

  if (!isLive) {
    out.write(`… ${title}\n`);
  }
  const timer = setInterval(isLive ? drawLine : printLine, isLive ? 120 : quietSeconds * 1000);
  timer.unref();

  const end = (mark) => {
    clearInterval(timer);
    out.write(`${isLive ? '\r\x1b[2K' : ''}${mark} ${title}  ${seconds(1)}\n`);
  };

  return {
    note(text) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a tool would tear the line
      news = text.replace(/\x1b\[[\d;?]*[A-Za-z]/g, '').trim();
    },
    succeed: () => end('✓'),
    fail: () => end('✗'),
  };
}
