/** A server that tests kill while people write: `draftServer.mjs <environment>` prints its address and serves until it is killed. */
import { startTestServer } from '../testServer';

const server = await startTestServer({
  isSecondNode: true,
  env: JSON.parse(process.argv[2] ?? '{}') as Record<string, string>, // written by the test
});
process.stdout.write(`${server.url}\n`);
