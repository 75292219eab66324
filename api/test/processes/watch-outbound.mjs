// Preloaded into a process under test: writes a line for each address outside this machine that it tries to reach.
import dgram from 'node:dgram';
import dns from 'node:dns';
import { appendFileSync } from 'node:fs';
import net from 'node:net';

const LOCAL = /^(localhost|127\.|::1$|::ffff:127\.|0\.0\.0\.0$|::$|embedded$)/;
const report = (what, target) => {
  if (target !== undefined && !LOCAL.test(String(target)))
    appendFileSync(process.env.OUTBOUND_LOG, `${what} ${target}\n`);
};

function watch(object, name, what, targetOf) {
  const original = object[name];
  object[name] = function watched(...args) {
    report(what, targetOf(args));
    return original.apply(this, args);
  };
}

const hostOf = ([first, second]) => {
  const options = Array.isArray(first) ? first[0] : first;
  if (typeof options === 'object') return options.path ? undefined : (options.host ?? 'localhost');
  return typeof second === 'string' ? second : 'localhost';
};
watch(net.Socket.prototype, 'connect', 'connect', hostOf);
watch(dgram.Socket.prototype, 'send', 'send', (args) =>
  args.find((arg, index) => index > 0 && typeof arg === 'string'),
);
for (const name of ['lookup', 'resolve', 'resolve4', 'resolve6']) {
  watch(dns, name, name, ([host]) => host);
  watch(dns.promises, name, name, ([host]) => host);
}
