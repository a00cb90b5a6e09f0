/** Limits on what activation codes give away: a code that grants balance or points is a booking that happens later. */
import type { activationCode } from '../../../common/entities/activationCode';
import type { LedgerKind } from '../../../common/ledgerKind';
import { fault } from '../../../common/protocol/faults';
import { assertStepUp, STEP_UP_REQUIRED } from '../../access/factors/stepUp';
import type { StoredOf } from '../../engine/write/context/entityHooks';
import type { HookContext } from '../../engine/write/context/hookContext';
import { formatLedgerAmount } from '../ledger/formatLedgerAmount';
import { assertCanBook } from '../permissions/bookingPermissions';

type CodeFields = Partial<StoredOf<typeof activationCode>>;
const DAY_S = 86_400;

/** The total that the admin grants by other codes of the last day, as floating point, which cannot overflow. */
const issuedSql = (kind: LedgerKind): string =>
  `SELECT COALESCE(SUM(${kind} * 1e0 * num), 0) AS issued FROM \`activation_code\`
    WHERE admin_id = ? AND create_time > ? AND id <> ? AND delete_time IS NULL`;

/**
 * Asks of staff, for codes with balance or points, the permission to book, and applies the limits of bookings to all codes that the admin
 * made within a day: what one code grants, times the number of its uses.
 */
export async function assertGrantLimits(hook: HookContext, changes: CodeFields, before?: CodeFields): Promise<void> {
  if (hook.actor.kind !== 'staff') return;
  const wanted = { ...before, ...changes };
  const changed = (name: 'money' | 'score' | 'num') =>
    changes[name] !== undefined && changes[name] !== (before?.[name] ?? null);
  for (const kind of ['money', 'score'] as const) {
    const amount = Number(wanted[kind] ?? 0);
    if (amount <= 0 || !(changed(kind) || changed('num'))) continue;
    assertCanBook(hook.actor, kind);
    await assertIssuedAmount(hook, kind, amount * Number(wanted.num ?? 1), Number(before?.id ?? 0));
  }
}

async function assertIssuedAmount(hook: HookContext, kind: LedgerKind, amount: number, codeId: number): Promise<void> {
  const { approvalLimit, dailyLimit, stepUp } = hook.services.settings.ledger;
  const limit = Math.min(approvalLimit[kind], dailyLimit[kind]);
  if (amount < stepUp[kind] && !Number.isFinite(Math.min(limit, stepUp[kind]))) return;
  await hook.withLock(`codes:${kind}:${hook.actor.id}`);
  const since = Math.floor(hook.at / 1000) - DAY_S;
  const [row] = await hook.tx.rows<{ readonly issued: number }>(issuedSql(kind), [hook.actor.id, since, codeId]);
  const total = amount + Number(row?.issued ?? 0);
  if (total >= limit) throw fault('ledger.clerk_day', { limit: formatLedgerAmount(hook, kind, limit) });
  if (total < stepUp[kind]) return;
  const params = { limit: formatLedgerAmount(hook, kind, stepUp[kind]) };
  await assertStepUp(hook.services, hook.sessionId, () => fault('ledger.step_up', params, STEP_UP_REQUIRED));
}
