/** Prints how the product compares with the least code that can do the same, as ratios, and stores them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readEnv } from '../../config/env';
import { benchBigLists } from './bigLists';
import { benchLiveChannel } from './liveChannel';
import { benchDesignedEntity } from './designedEntity';
import { benchFanout } from './fanout';
import { benchFiles } from './files';
import { benchGateway } from './gateway';
import { benchLatency } from './latency';
import { benchLedger } from './ledger';
import { benchLists } from './lists';
import { meetsTarget, startLoadGenerator, type Result, type LoadGenerator } from './measure';
import { benchModules } from './modules';
import { benchNodes } from './nodes';
import { benchRequests } from './requests';
import { benchReconnectStorm } from './reconnectStorm';
import { benchSharedDrafts } from './sharedDrafts';
import { benchSite } from './site';
import { benchDashboardFanout } from './dashboardFanout';
import { benchTerminal } from './terminal';
import { benchWrites } from './writes';

/** The client's benchmark is bundled beside this program. */
async function benchFrames(): Promise<readonly Result[]> {
  const url = new URL('../../client/proof/measureFrames.mjs', import.meta.url).href;
  const { measureFrames } = (await import(url)) as { readonly measureFrames: () => readonly Result[] };
  return measureFrames();
}

const benches: Readonly<Record<string, (loadGenerator: LoadGenerator) => Promise<readonly Result[]>>> = {
  fanout: benchFanout,
  files: benchFiles,
  gateway: benchGateway,
  lists: benchLists,
  designed: benchDesignedEntity,
  channel: benchLiveChannel,
  drafts: benchSharedDrafts,
  lateness: benchLatency,
  storm: benchReconnectStorm,
  watchers: benchDashboardFanout,
  frames: benchFrames,
  site: benchSite,
  terminal: benchTerminal,
  modules: benchModules,
  nodes: benchNodes,
  requests: (loadGenerator) => (process.env['TEST_MARIADB_URL'] ? benchRequests(loadGenerator) : Promise.resolve([])),
  ledger: (loadGenerator) => (process.env['TEST_MARIADB_URL'] ? benchLedger(loadGenerator) : Promise.resolve([])),
  'big-lists': () => (process.env['TEST_MARIADB_URL'] ? benchBigLists() : Promise.resolve([])),
  writes: () => (process.env['TEST_MARIADB_URL'] ? benchWrites() : Promise.resolve([])),
};

const formatResult = (result: Result): string => {
  const target = result.target === undefined ? '' : `${result.target.operator} ${result.target.bound}`;
  const verdict = result.target === undefined ? '' : meetsTarget(result) ? 'ok' : 'MISSED';
  return `${result.name.padEnd(52)} ${result.value.toFixed(3).padStart(9)}  ${target.padEnd(8)} ${verdict.padEnd(7)} ${result.note}`;
};

/** Results of one benchmark; one that fails counts as a missed target, and the others still run. */
async function runBench(name: string): Promise<readonly Result[]> {
  try {
    return (await benches[name]?.(loadGenerator)) ?? [];
  } catch (error) {
    const note = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return [{ name: `${name}: parts that failed`, value: 1, target: { operator: '<=', bound: 0 }, note }];
  }
}

const selected = process.argv.slice(2);
const names = Object.keys(benches).filter((name) => selected.length === 0 || selected.includes(name));
const results: Result[] = [];
const loadGenerator = startLoadGenerator();
try {
  for (const name of names) {
    const benchResults = await runBench(name);
    results.push(...benchResults);
    for (const result of benchResults) process.stdout.write(`${formatResult(result)}\n`);
  }
} finally {
  loadGenerator.end();
}
const folder = join(readEnv({ DATA_DIR: process.env['DATA_DIR'] }).dataDir, '..', '.results');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'bench.json'), `${JSON.stringify({ at: new Date().toISOString(), results }, null, 2)}\n`);
process.exitCode = results.every(meetsTarget) ? 0 : 1;
