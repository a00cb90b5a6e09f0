/** Walks the ledgers for the reconciliations that wait, one after the other, and tells how far each came. It reads, and mends nothing. */
import { RECONCILING, reconciliation } from '../../../common/entities/reconciliation';
import type { Json } from '../../../common/entity/field';
import type { Writer } from '../../engine/write/writer';
import type { Services, Tx } from '../../context';
import { systemCtx } from '../../platform/systemCtx';

/** A walk that said nothing for so long is over: its process is gone. */
const SILENT_S = 120;
const TELL_MS = 500;
const MOST_KEPT = 100;

export interface Reconciler {
  /** One may wait: look now. */
  readonly kick: () => void;
  /** What a process that died left behind begins anew; answers how many. */
  readonly takeUp: () => Promise<number>;
  readonly settled: () => Promise<void>;
}
interface Waiting {
  readonly id: number;
  readonly user_id: number | null;
}

/** Walks the accounts of one member or of all, in one snapshot; tells how far it came. */
export type WalkLedger = (
  services: Services,
  tx: Tx,
  how: { readonly userId?: number; readonly onProgress: (checked: number, total: number) => Promise<void> },
) => Promise<{
  readonly count: number;
  readonly findings: readonly {
    readonly where: string;
    readonly what: string;
    readonly code?: string;
    readonly params?: Readonly<Record<string, string | number>>;
    readonly userId?: number;
  }[];
}>;

export function openReconciler(services: Services, writer: Writer, walk: WalkLedger): Reconciler {
  const ctx = systemCtx(services, 'reconciliation');
  const note = (id: number, set: Readonly<Record<string, Json>>) => writer.update(ctx, reconciliation, { id, ...set });
  const run = async ({ id, user_id: userId }: Waiting) => {
    await note(id, { status: RECONCILING.running });
    try {
      const told = teller((checked, total) => note(id, { checked, total }));
      const one = userId === null ? {} : { userId: Number(userId) };
      const { count, findings } = await services.db.snapshot((tx) => walk(services, tx, { ...one, onProgress: told }));
      await note(id, {
        status: findings.length === 0 ? RECONCILING.sound : RECONCILING.findings,
        checked: count,
        total: count,
        found: findings.length,
        findings: findings.slice(0, MOST_KEPT).map(({ where, what, code = '', params = {}, userId: whose = 0 }) => ({
          where,
          what,
          code,
          params,
          user_id: whose,
        })),
        finish_time: Math.floor(services.clock.now() / 1000),
      });
    } catch (error) {
      services.log.error({ err: error, reconciliation: id }, 'a reconciliation was interrupted');
      await note(id, { status: RECONCILING.failed });
    }
  };
  const next = async (): Promise<void> => {
    for (;;) {
      const [row] = await services.db.rows<Waiting>(
        'SELECT id, user_id FROM `reconciliation` WHERE status = 0 AND delete_time IS NULL ORDER BY id LIMIT 1',
      );
      if (row === undefined) return;
      await run({ id: Number(row.id), user_id: row.user_id });
    }
  };
  let line: Promise<void> = Promise.resolve();
  const kick = () => {
    line = line.then(next).catch((error: unknown) => services.log.error({ err: error }, 'reconciliations wait'));
  };
  const takeUp = async (): Promise<number> => {
    if (!services.registry.get('reconciliation')) return 0;
    const rows = await services.db.rows<{ readonly id: number }>(
      'SELECT id FROM `reconciliation` WHERE status = 1 AND update_time < ?',
      [Math.floor(services.clock.now() / 1000) - SILENT_S],
    );
    for (const { id } of rows) await note(Number(id), { status: RECONCILING.waiting });
    kick();
    return rows.length;
  };
  return { kick, takeUp, settled: () => line };
}

/** Says it at most twice a second. */
function teller(say: (checked: number, total: number) => Promise<unknown>) {
  let last = 0;
  return async (checked: number, total: number): Promise<void> => {
    if (Date.now() - last < TELL_MS) return;
    last = Date.now();
    await say(checked, total);
  };
}
