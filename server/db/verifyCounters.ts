/** A stored counter with every change since its checkpoint folded in is exactly what counting its rows answers. */
import { COUNTERS } from '../../common/live/counters';
import type { Registry } from '../../common/entity/registry';
import { countInTransaction } from '../engine/read/countGroups';
import type { Db, Tx } from '../context';
import { apply, createFold, difference, fill, type Fold } from '../live/counters/fold';
import { standingFolding } from '../live/counters/keeper';
import { readCells, readState } from '../live/counters/store';
import { changesAfter, readHead, type Head } from '../live/log';
import type { Finding, Seen } from './finding';

const BATCH = 2_000;

async function replay(tx: Tx, fold: Fold, head: Head): Promise<void> {
  for (let at = fold.seq; at < head.last;) {
    const changes = await changesAfter(tx, at, BATCH);
    for (const change of changes) if (change.ent === fold.folding.entity.name) apply(fold, change);
    const last = changes.at(-1);
    if (last === undefined) return;
    at = last.seq;
  }
}

/** A counter nobody has stored yet, or of another life of the log, is counted anew at the next start. */
export async function verifyCounters(tx: Tx, dialect: Db['dialect'], registry: Registry): Promise<Seen> {
  const head = await readHead(tx);
  const findings: Finding[] = [];
  let count = 0;
  for (const [name, measure] of Object.entries(COUNTERS)) {
    const folding = standingFolding(registry, measure);
    if (folding === undefined) continue;
    const fold = createFold(folding);
    const state = await readState(tx, fold.key);
    if (state?.epoch !== head.epoch || state.seq + 1 < head.low) continue;
    fill(fold, await readCells(tx, fold.key), state.seq);
    await replay(tx, fold, head);
    const counted = createFold(folding);
    fill(counted, await countInTransaction(tx, dialect, folding), head.last);
    count += counted.cells.size;
    const wrong = difference(fold, counted);
    if (wrong === undefined) continue;
    const what = `${wrong} is ${counted.cells.get(wrong) ?? 0}, the counter says ${fold.cells.get(wrong) ?? 0}`;
    findings.push({ law: 'counter', where: name, what });
  }
  return { count, findings };
}
