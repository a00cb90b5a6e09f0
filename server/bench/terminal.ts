/** How late the output of a running command is at whoever watches it: from the moment it is printed to the frame. */
import { superAdmin } from '../testing/actors';
import { add, watch } from '../testing/terminalRig';
import { startWorld } from '../testing/world';
import { percentile, type Result } from './measure';

const LINES = 600;
const EVERY_MS = 10;
const TELL_TIME = `let n=0;const t=setInterval(()=>{console.log('at '+Date.now());if(++n===${LINES})clearInterval(t)},${EVERY_MS})`;

export async function benchTerminal(): Promise<readonly Result[]> {
  const table = { 'bench.time': { file: 'node', words: ['-e', TELL_TIME], cwd: 'data' } } as const;
  const world = await startWorld({ terminal: { table } });
  try {
    const root = await superAdmin(world);
    const uuid = await add(root, 'bench.time');
    const watched = await Promise.all(Array.from({ length: 5 }, () => watch(world, root, uuid)));
    await Promise.all(watched.map(({ ended }) => ended));
    const late = watched.flatMap(({ frames }) =>
      frames.flatMap(({ data, at }) => [...data.matchAll(/at (\d{13})/g)].map(([, then]) => at - Number(then))),
    );
    for (const { close } of watched) close();
    return [
      {
        name: 'Terminal output, p99 from print to screen, 5 readers',
        value: percentile(late, 99),
        target: { is: '<=', than: 100 },
        note: `ms; ${late.length} lines, p50 ${percentile(late, 50).toFixed(0)} ms`,
      },
    ];
  } finally {
    await world.end();
  }
}
