/** Runs pending reconciliations one after another and reports progress. It only reads the ledgers. */
import { RECONCILIATION_STATUS, reconciliation } from '../../../common/entities/reconciliation';
import type { Json } from '../../../common/entity/field';
import type { Writer } from '../../engine/write/writer';
import type { Services, Tx } from '../../context';
import { systemContext } from '../../platform/systemContext';
import { createMutex } from '../../platform/mutex';

/** Seconds without progress after which a run is abandoned: its process has ended. */
const STALE_SECONDS = 120;
const PROGRESS_INTERVAL_MS = 500;
const MAX_FINDINGS = 100;

export interface LedgerReconciler {
  /** A reconciliation may be pending: check now. */
  readonly wake: () => void;
  /** Restarts runs of processes that ended; returns their number. */
  readonly resumeAbandoned: () => Promise<number>;
  readonly settled: () => Promise<void>;
}
interface PendingReconciliation {
  readonly id: number;
  readonly user_id: number | null;
}

/** Checks the accounts of one member or of all within one snapshot, and reports progress. */
export type VerifyLedger = (
  services: Services,
  tx: Tx,
  options: { readonly userId?: number; readonly onProgress: (checked: number, total: number) => Promise<void> },
) => Promise<{ readonly count: number; readonly findings: readonly LedgerFinding[] }>;

interface LedgerFinding {
  readonly where: string;
  readonly what: string;
  readonly code?: string;
  readonly params?: Readonly<Record<string, string | number>>;
  readonly userId?: number;
}
const toFindingJson = ({ where, what, code = '', params = {}, userId = 0 }: LedgerFinding) => ({
  where,
  what,
  code,
  params,
  user_id: userId,
});

export function createLedgerReconciler(
  services: Services,
  writer: Writer,
  verifyLedger: VerifyLedger,
): LedgerReconciler {
  const ctx = systemContext(services, 'reconciliation');
  const updateRow = (id: number, values: Readonly<Record<string, Json>>) =>
    writer.update(ctx, reconciliation, { id, ...values });
  const runReconciliation = async ({ id, user_id: userId }: PendingReconciliation) => {
    await updateRow(id, { status: RECONCILIATION_STATUS.running });
    try {
      const reportProgress = throttleProgress((checked, total) => updateRow(id, { checked, total }));
      const scope = userId === null ? {} : { userId: Number(userId) };
      const { count, findings } = await services.db.snapshot((tx) =>
        verifyLedger(services, tx, { ...scope, onProgress: reportProgress }),
      );
      await updateRow(id, {
        status: findings.length === 0 ? RECONCILIATION_STATUS.sound : RECONCILIATION_STATUS.findings,
        checked: count,
        total: count,
        found: findings.length,
        findings: findings.slice(0, MAX_FINDINGS).map(toFindingJson),
        finish_time: Math.floor(services.clock.now() / 1000),
      });
    } catch (error) {
      services.log.error({ err: error, reconciliation: id }, 'a reconciliation failed');
      await updateRow(id, { status: RECONCILIATION_STATUS.failed });
    }
  };
  const processPending = async (): Promise<void> => {
    for (;;) {
      const [row] = await services.db.rows<PendingReconciliation>(
        'SELECT id, user_id FROM `reconciliation` WHERE status = 0 AND delete_time IS NULL ORDER BY id LIMIT 1',
      );
      if (row === undefined) return;
      await runReconciliation({ id: Number(row.id), user_id: row.user_id });
    }
  };
  const runExclusive = createMutex();
  const wake = () => {
    runExclusive(processPending).catch((error: unknown) =>
      services.log.error({ err: error }, 'processing pending reconciliations failed'),
    );
  };
  const resumeAbandoned = async (): Promise<number> => {
    if (!services.registry.get('reconciliation')) return 0;
    const rows = await services.db.rows<{ readonly id: number }>(
      'SELECT id FROM `reconciliation` WHERE status = 1 AND update_time < ?',
      [Math.floor(services.clock.now() / 1000) - STALE_SECONDS],
    );
    for (const { id } of rows) await updateRow(Number(id), { status: RECONCILIATION_STATUS.waiting });
    wake();
    return rows.length;
  };
  return { wake, resumeAbandoned, settled: () => runExclusive(() => undefined) };
}

/** Reports at most twice a second. */
function throttleProgress(report: (checked: number, total: number) => Promise<unknown>) {
  let lastReport = 0;
  return async (checked: number, total: number): Promise<void> => {
    if (Date.now() - lastReport < PROGRESS_INTERVAL_MS) return;
    lastReport = Date.now();
    await report(checked, total);
  };
}
