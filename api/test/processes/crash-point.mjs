// Preloaded into a process under test: kills it between two of its statements, at the one that CRASH_AT names:
//   before <event> [word]       when the event is about to be written
//   uncommitted <event> [word]  when it is written, and the transaction is about to be committed
//   after <event> [word]        when it is committed, before anybody is told
import pg from 'pg';

const [when, event, word = ''] = (process.env.CRASH_AT ?? '').split(' ');
const die = () => process.kill(process.pid, 'SIGKILL');
const open = new WeakSet();
const marked = new WeakSet();

function readStatement(client, config, values) {
  const text = config?.text ?? String(config);
  // The queue sends whole transactions as one text.
  if (/^\s*BEGIN/i.test(text) && !/COMMIT;?\s*$/i.test(text)) open.add(client);
  const isEnd = /^\s*(COMMIT|ROLLBACK)/i.test(text);
  const isIt = isEnd
    ? marked.has(client)
    : /toolcrib_append/.test(text) && [event, word].every((part) => JSON.stringify(values).includes(part));
  if (isEnd) open.delete(client);
  else if (isIt && open.has(client)) marked.add(client);
  return { isIt, isEnd, isCommitted: isIt && !open.has(client) };
}

const send = pg.Client.prototype.query;
pg.Client.prototype.query = function query(config, ...rest) {
  const callback = rest.find((argument) => typeof argument === 'function');
  const values = rest.find(Array.isArray) ?? config?.values ?? [];
  const { isIt, isEnd, isCommitted } = readStatement(this, config, values);
  if (isIt && when === (isEnd ? 'uncommitted' : 'before')) die();
  if (!isCommitted || when !== 'after') return send.call(this, config, ...rest);
  if (!callback) return send.call(this, config, ...rest).then(die);
  return send.call(this, config, ...rest.map((argument) => (argument === callback ? die : argument)));
};
