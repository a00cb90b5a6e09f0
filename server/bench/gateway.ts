/** Signed calls through the gateway against a bare Node proxy in the same process, and the time that the gateway adds to a call. */
import { Agent, createServer, request } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { superAdmin } from '../testing/callers';
import { createGatewayFixture } from '../testing/gatewayFixture';
import { startTestServer } from '../testing/testServer';
import { measureCpu, median, ratio, runInterleaved, type Result, type LoadGenerator } from './measure';

const TURNS = 5;
const REQUESTS = 2_000;
const CONNECTIONS = 10;
const SINGLE_REQUESTS = 300;

/** The least that a proxy in Node can do: it passes request and response on. */
async function startBareProxy(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const server = createServer((incoming, response) => {
    const { method, url, headers } = incoming;
    const outgoing = request({ agent, host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(outgoing);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: own } = server.address() as AddressInfo; // it listens on a port
  return {
    url: `http://127.0.0.1:${own}`,
    close: () => {
      agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}

export async function benchGateway(loadGenerator: LoadGenerator): Promise<readonly Result[]> {
  const port = await loadGenerator.run({ kind: 'serve' });
  const service = `http://127.0.0.1:${port}`;
  const testServer = await startTestServer({ env: { PRIVATE_HOSTS: `127.0.0.1:${port}` } });
  const root = await superAdmin(testServer);
  const fixture = await createGatewayFixture(root, testServer, { upstream_url: service, rate_limit: 1_000_000 });
  await fixture.addInterface({ url: '/orders/list', definition: { is_test: 0, method: 2 } });
  const proxy = await startBareProxy(port);
  const { appId, key, secret } = fixture;
  const signed = { credentials: { appId, key, secret }, path: '/orders/list' };
  const address = (origin: string) => `${origin}/open/${appId}/orders/list`;
  try {
    const send = (origin: string, count = REQUESTS) =>
      loadGenerator.run({
        kind: 'request',
        url: address(origin),
        headers: {},
        signed,
        count,
        connections: CONNECTIONS,
      });
    const cpu = (origin: string, after?: () => Promise<void>) => () =>
      measureCpu(async () => {
        await send(origin);
        // The log of these calls belongs to their cost.
        await after?.();
      });
    const variants = { ours: cpu(testServer.url, testServer.gateway.flush), bare: cpu(proxy.url) };
    for (const warmUp of Object.values(variants)) await warmUp();
    const costs = await runInterleaved(TURNS, variants);
    const wall = (origin: string) => async () => {
      const startedAt = performance.now();
      await send(origin);
      return performance.now() - startedAt;
    };
    const walls = await runInterleaved(TURNS, { ours: wall(testServer.url), bare: wall(proxy.url) });
    const single = (origin: string) => () =>
      loadGenerator.run({
        kind: 'latency',
        url: address(origin),
        headers: {},
        signed,
        count: SINGLE_REQUESTS,
        connections: 1,
      });
    const times = await runInterleaved(TURNS, { ours: single(testServer.url), direct: single(service) });
    const cost = (micros: readonly number[]) => `${Math.round(median(micros) / REQUESTS)} µs`;
    const perSecond = (ms: readonly number[]) => Math.round((REQUESTS * 1000) / median(ms));
    return [
      {
        name: 'signed calls a second beside a bare Node proxy, ×',
        value: ratio(walls.bare, walls.ours),
        target: { operator: '>=', bound: 0.5 },
        note: `${perSecond(walls.ours)} and ${perSecond(walls.bare)} calls a second, ${CONNECTIONS} connections`,
      },
      {
        name: 'signed calls beside a bare Node proxy, × a core',
        value: ratio(costs.bare, costs.ours),
        note: `${cost(costs.ours)} of a core for a call with its log, ${cost(costs.bare)} for the proxy`,
      },
      {
        name: 'time that the gateway adds to a call, p50, ms',
        value: median(times.ours) - median(times.direct),
        target: { operator: '<=', bound: 2 },
        note: `${median(times.ours).toFixed(2)} ms through the gateway, ${median(times.direct).toFixed(2)} ms without it`,
      },
    ];
  } finally {
    proxy.close();
    await testServer.close();
  }
}
