/** Latency of the output of a running command, from printing to the frame at a reader. */
import { superAdmin } from '../testing/callers';
import { addTask, followTask } from '../testing/terminalHarness';
import { startTestServer } from '../testing/testServer';
import { percentile, type Result } from './measure';

const LINES = 600;
const EVERY_MS = 10;
const PRINT_TIME_SCRIPT = `let n=0;const t=setInterval(()=>{console.log('at '+Date.now());if(++n===${LINES})clearInterval(t)},${EVERY_MS})`;

export async function benchTerminal(): Promise<readonly Result[]> {
  const table = { 'bench.time': { file: 'node', args: ['-e', PRINT_TIME_SCRIPT], cwd: 'data' } } as const;
  const testServer = await startTestServer({ terminal: { table } });
  try {
    const root = await superAdmin(testServer);
    const uuid = await addTask(root, 'bench.time');
    const readers = await Promise.all(Array.from({ length: 5 }, () => followTask(testServer, root, uuid)));
    await Promise.all(readers.map(({ ended }) => ended));
    const latencies = readers.flatMap(({ frames }) =>
      frames.flatMap(({ data, at }) =>
        [...data.matchAll(/at (\d{13})/g)].map(([, printedAt]) => at - Number(printedAt)),
      ),
    );
    for (const { close } of readers) close();
    return [
      {
        name: 'Terminal output, p99 from print to screen, 5 readers',
        value: percentile(latencies, 99),
        target: { operator: '<=', bound: 100 },
        note: `ms; ${latencies.length} lines, p50 ${percentile(latencies, 50).toFixed(0)} ms`,
      },
    ];
  } finally {
    await testServer.close();
  }
}
