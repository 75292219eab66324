import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** What Prometheus reads. Labels are few and closed: no tenant, no user, no path a caller can choose. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Counter({
    name: 'toolcrib_http_requests_total',
    help: 'Requests by door and status.',
    labelNames: ['door', 'status'],
    registers,
  });
  const duration = new Histogram({
    name: 'toolcrib_http_request_seconds',
    help: 'Time to answer by door.',
    labelNames: ['door'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const counted = new Map<string, Counter.Internal>();
  const timed = new Map<string, Histogram.Internal<'door'>>();
  return {
    registry,
    noteRequest(door: string, status: number, seconds: number): void {
      const outcome = `${door} ${status}`;
      const count = counted.get(outcome) ?? requests.labels(door, String(status));
      const time = timed.get(door) ?? duration.labels(door);
      counted.set(outcome, count);
      timed.set(door, time);
      count.inc();
      time.observe(seconds);
    },
    gauge(name: string, help: string, read: () => number): void {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read());
        },
      });
    },
  };
}
