import { expect, it } from 'vitest';
import { specHost } from './spec-host.ts';

it.each([
  [{ kind: 'http', url: 'https://api.mail.test:8443/send/{{input.id}}' }, 'api.mail.test'],
  [{ kind: 'webhook', webhookUrl: 'https://hooks.test/x' }, 'hooks.test'],
  [{ kind: 'http', url: 'https://{{input.region}}.mail.test/' }, undefined],
  [{ kind: 'http', url: '{{input.url}}' }, undefined],
  [{ kind: 'static', output: 1 }, undefined],
  [null, undefined],
])('the host that %j calls is %s', (spec, host) => {
  expect(specHost(spec)).toBe(host);
});
