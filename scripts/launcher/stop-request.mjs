const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const orphanCheckMilliseconds = 200;

/**
 * Calls back for each wish to stop, until the returned function is called. npm runs us below `sh -c`, which dies of
 * SIGTERM without passing it on; so losing the parent is such a wish, too.
 */
export function onStopRequest(callback) {
  const listeners = signals.map((signal) => [signal, () => callback(signal)]);
  for (const [signal, listener] of listeners) {
    process.on(signal, listener);
  }

  const parent = process.ppid;
  const orphanCheck = setInterval(() => {
    if (process.ppid !== parent) {
      clearInterval(orphanCheck);
      callback('SIGTERM');
    }
  }, orphanCheckMilliseconds);
  orphanCheck.unref();

  return () => {
    clearInterval(orphanCheck);
    for (const [signal, listener] of listeners) {
      process.off(signal, listener);
    }
  };
}
