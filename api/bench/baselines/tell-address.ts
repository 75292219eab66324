import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Listens anywhere and tells the process that started this one where. */
export function tellAddress(server: Server): void {
  server.listen(0, '127.0.0.1', () => {
    process.send!(`http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`);
  });
}
