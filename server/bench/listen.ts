/** Starts a server that a benchmark compares with the product. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface BaselineServer {
  readonly url: string;
  readonly close: () => void;
}
/** Listens on a free port. */
export async function listen(server: Server): Promise<BaselineServer> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // listening on a port
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, close };
}
