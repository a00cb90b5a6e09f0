/** Checks stored counters: the checkpoint plus all later changes must equal a count of the rows. */
import { COUNTERS } from '../../../common/live/counters';
import type { Registry } from '../../../common/entity/registry';
import { countGroups } from '../../engine/read/countGroups';
import type { Db, Tx } from '../../context';
import {
  applyChange,
  createAggregate,
  findDifference,
  replaceCells,
  type Aggregate,
} from '../../live/counters/aggregate';
import { compileSystemMeasure } from '../../live/counters/counterManager';
import { loadCounterCells, loadCounterState } from '../../live/counters/counterStore';
import { loadChangesAfter, loadLogHead, type LogHead } from '../../live/log/changeLog';
import type { Finding, CheckResult } from './finding';

const BATCH = 2_000;

async function replay(tx: Tx, aggregate: Aggregate, head: LogHead): Promise<void> {
  for (let at = aggregate.seq; at < head.last;) {
    const changes = await loadChangesAfter(tx, at, BATCH);
    for (const change of changes)
      if (change.entityName === aggregate.compiledMeasure.entity.name) applyChange(aggregate, change);
    const last = changes.at(-1);
    if (last === undefined) return;
    at = last.seq;
  }
}

/** A counter without a checkpoint, or with one of another epoch, is counted at the next start. */
export async function verifyCounters(tx: Tx, dialect: Db['dialect'], registry: Registry): Promise<CheckResult> {
  const head = await loadLogHead(tx);
  const findings: Finding[] = [];
  let count = 0;
  for (const [name, measure] of Object.entries(COUNTERS)) {
    const folding = compileSystemMeasure(registry, measure);
    if (folding === undefined) continue;
    const aggregate = createAggregate(folding);
    const state = await loadCounterState(tx, aggregate.key);
    if (state?.epoch !== head.epoch || state.seq + 1 < head.low) continue;
    replaceCells(aggregate, await loadCounterCells(tx, aggregate.key), state.seq);
    await replay(tx, aggregate, head);
    const recounted = createAggregate(folding);
    replaceCells(recounted, await countGroups(tx, dialect, folding), head.last);
    count += recounted.cells.size;
    const wrong = findDifference(aggregate, recounted);
    if (wrong === undefined) continue;
    const what = `${wrong} is ${recounted.cells.get(wrong) ?? 0}, the counter says ${aggregate.cells.get(wrong) ?? 0}`;
    findings.push({ rule: 'counter', where: name, what });
  }
  return { count, findings };
}
