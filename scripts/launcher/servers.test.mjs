import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { requireFreePort } from './servers.mjs';

it('says before any work that the port is taken, and how to choose another', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address();
  const refusal = requireFreePort(String(port), '127.0.0.1', 'npm start');
  await expect(refusal).rejects.toThrow(`Port ${port} is in use by another program`);
  await expect(refusal).rejects.toThrow(`PORT=${port + 1} npm start`);

  other.close();
  await once(other, 'close');
  await expect(requireFreePort(String(port), '127.0.0.1', 'npm start')).resolves.toBeUndefined();
});

it('leaves a wrong port or host to the server, which names the variable', async () => {
  await expect(requireFreePort('http', '127.0.0.1', 'npm start')).resolves.toBeUndefined();
  await expect(requireFreePort('4000', '203.0.113.1', 'npm start')).resolves.toBeUndefined();
});
