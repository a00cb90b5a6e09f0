/** The live figures of a node as the channel uses them: changes come in, frames go out, counters are stored and checked. */
import { LIMITS } from '../../../common/limits';
import type { Folding } from '../../../common/live/measure';
import type { Measure } from '../../../common/protocol/live';
import { plus, type Sum } from '../../../common/text/sums';
import type { Zone } from '../../../common/text/zone';
import type { Head } from '../log';
import { PACE } from '../pace';
import type { Entry } from '../tailer';
import { createDesk, type Desk, type DeskOptions } from './desk';
import { deltaOf, foldKey, sumSince } from './fold';
import {
  createKeeper,
  standingFolding,
  type CountRows,
  type Keeper,
  type KeeperOptions,
  type KeeperStats,
} from './keeper';

/** What figures need that the channel itself does not have. */
export interface Counting {
  readonly count: CountRows;
  readonly standing: readonly Measure[];
  readonly zone: () => Zone;
}
export type FiguresOptions = Counting &
  Omit<KeeperOptions, 'count' | 'standing' | 'onDrop'> &
  Omit<DeskOptions, 'keeper' | 'zone'>;

export interface Figures extends Pick<Desk, 'ask' | 'leave' | 'look'> {
  readonly open: (head: Head) => Promise<void>;
  readonly take: (batch: readonly Entry[]) => void;
  readonly restart: () => void;
  /** Counts the next counter anew and compares. */
  readonly check: () => Promise<void>;
  /** What a measure comes to over all rows, or since an instant to its quarter; undefined when it cannot be counted. */
  readonly sum: (measure: Measure, since?: number) => Promise<Sum | undefined>;
  /** How many rows a folding holds in the snapshot that ends with a change; undefined when it is not known for sure. */
  readonly totalAt: (folding: Folding, seq: number) => Promise<number | undefined>;
  /** Stores the counters now. */
  readonly store: () => Promise<void>;
  readonly stats: () => KeeperStats & ReturnType<Desk['stats']>;
  readonly stop: () => Promise<void>;
}

/** The fold knows the newest state: what happened to the rows since the snapshot is taken back. */
async function totalAt(
  { passes, ring }: FiguresOptions,
  keeper: Keeper,
  folding: Folding,
  seq: number,
): Promise<number | undefined> {
  if (keeper.get(foldKey(folding)) === undefined && keeper.stats().folds >= LIMITS.figuresKept / 2) return undefined;
  const fold = await keeper.need(folding);
  if (fold === undefined || !(await passes.reached(seq))) return undefined;
  return passes.between(() => {
    if (seq + 1 < ring.low()) return undefined;
    const since = ring.of(folding.entity.name, seq, ring.last());
    const happened = since.reduce<Sum>((sum, change) => plus(sum, deltaOf(folding, change)), 0);
    return Number(plus(sumSince(fold), -happened));
  });
}

export function createFigures(options: FiguresOptions): Figures {
  const { log } = options;
  const keeper = createKeeper({ ...options, onDrop: (key) => desk.dropped(key) });
  const desk: Desk = createDesk({ ...options, keeper });
  const storing = setInterval(() => void keeper.store(), PACE.counterStore).unref();
  const checking = setInterval(() => {
    keeper.check().catch((error: unknown) => log.warn({ err: error }, 'a counter could not be checked'));
    keeper.tidy(desk.used());
  }, PACE.counterCheck).unref();
  return {
    ask: desk.ask,
    leave: desk.leave,
    look: desk.look,
    open: keeper.open,
    take: (batch) => {
      keeper.take(batch);
      for (const { change } of batch) desk.heard(change);
      desk.moved();
    },
    restart: () => {
      keeper
        .restart()
        .then(() => options.passes.between(desk.tellAll))
        .catch((error: unknown) => log.error({ err: error }, 'the counters could not be counted anew'));
    },
    check: keeper.check,
    sum: async (measure, since) => {
      const folding = standingFolding(options.registry, measure);
      const fold = folding && (await keeper.need(folding));
      return fold && options.passes.between(() => sumSince(fold, since));
    },
    totalAt: (folding, seq) => totalAt(options, keeper, folding, seq),
    store: keeper.store,
    stats: () => ({ ...keeper.stats(), ...desk.stats() }),
    stop: async () => {
      clearInterval(storing);
      clearInterval(checking);
      await desk.stop();
      await keeper.store();
    },
  };
}
