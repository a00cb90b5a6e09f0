/** Runs each test of a file on a new server, with its super administrator. */
import { superAdmin, type Caller } from './callers';
import { startTestServer, type TestServer } from './testServer';

type Work = (server: TestServer, root: Caller) => Promise<void>;
export const createTestServerRunner =
  (options: Parameters<typeof startTestServer>[0]) =>
  async (work: Work): Promise<void> => {
    const server = await startTestServer(options);
    try {
      await work(server, await superAdmin(server));
    } finally {
      await server.close();
    }
  };
