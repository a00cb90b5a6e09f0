/** Routes of the cashier's dialogs: the totals of the own shift, and what the form of a booking offers. */
import { canUse, readableColumns, type Actor } from '../../../common/entity/access';
import { LEDGER_KINDS, LEDGERS, type LedgerKind } from '../../../common/ledgerKind';
import { fault } from '../../../common/protocol/faults';
import { formatCents } from '../../../common/text/cents';
import { getTimeZone } from '../../../common/text/time/timeZone';
import type { HandlerResult, RouteCall } from '../../engine/http/routeRegistry';
import type { ModuleServices } from '../../engine/http/moduleServices';
import type { Reader } from '../../engine/read/reader';
import { actorKey } from '../../engine/write/context/actorKey';
import type { RequestContext, Services, Tx } from '../../context';
import { loadLogHead } from '../../live/log/changeLog';
import { createCursor } from '../../live/log/cursorCodec';
import { loadShiftTotals, type ShiftSum } from './shiftTotals';

export function registerCashierRoutes({ routes: { add: route }, reader }: ModuleServices): void {
  const staffGet = { method: 'GET', realm: 'admin', access: 'admin', body: 'none' } as const;
  route({
    ...staffGet,
    path: '/admin/user_money_log/shift',
    permission: 'user_money_log/index',
    query: ['since'],
    summary:
      'Get the sums of the entries that the caller booked since a given time, by default since the beginning of today',
    handler: (call) => getShift(call, reader),
  });
  route({
    ...staffGet,
    path: '/admin/user_money_log/bookingOptions',
    permission: 'user_money_log/add',
    query: [],
    summary: 'Get the amounts that need a confirmation, and the reasons that the form offers',
    handler: ({ ctx }) => Promise.resolve(bookingOptions(ctx)),
  });
}

/** Whether the caller sees the amounts of a ledger. */
function canSeeAmounts(actor: Actor, services: Services, kind: LedgerKind): boolean {
  const entity = services.registry.get(LEDGERS[kind]);
  if (entity === undefined || !canUse(actor, entity, 'read')) return false;
  return readableColumns(actor, entity).some(({ name }) => name === kind);
}

/** Unix seconds; the start of today in the time zone of the site by default. */
function parseSince({ services }: RequestContext, value: unknown): number {
  if (value === undefined || value === '')
    return getTimeZone(services.settings.timeZone).getStart('day', Math.floor(services.clock.now() / 1000));
  const since = typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : Number.NaN;
  if (!Number.isSafeInteger(since))
    throw fault('request.query', undefined, { fields: [{ path: 'since', code: 'whole' }] });
  return since;
}

const formatSums = (kind: LedgerKind, sums: readonly ShiftSum[]) => {
  const formatAmount = (amount: number) => (kind === 'money' ? formatCents(amount) : amount);
  return sums.map(({ added, deducted, ...sum }) => ({
    ...sum,
    added: formatAmount(added),
    deducted: formatAmount(deducted),
  }));
};

async function getShift({ ctx, query }: RouteCall, reader: Reader): Promise<HandlerResult> {
  const since = parseSince(ctx, query['since']);
  return { data: await reader.snapshot(ctx, (tx) => loadShift(tx, ctx, since)) };
}

async function loadShift(tx: Tx, { services, actor }: RequestContext, since: number) {
  const kinds = LEDGER_KINDS.filter((kind) => canSeeAmounts(actor, services, kind));
  const totals: Partial<Record<LedgerKind, ReturnType<typeof formatSums>>> = {};
  for (const kind of kinds)
    totals[kind] = formatSums(kind, await loadShiftTotals(tx, kind, { actor: actorKey(actor), since }));
  const { last } = await loadLogHead(tx);
  return { since, actor: actorKey(actor), totals, seq: createCursor(services, actor, last) };
}

/** Null: no amount needs a confirmation. */
const findLimit = (amount: number): number | null => (Number.isFinite(amount) ? amount : null);

function bookingOptions({ services }: RequestContext): HandlerResult {
  const { confirm, reasons } = services.settings.ledger;
  return {
    data: {
      confirm: { money: findLimit(confirm.money), score: findLimit(confirm.score) },
      reasons: Object.entries(reasons).map(([chinese, english]) => ({ 'zh-cn': chinese, en: english || chinese })),
    },
  };
}
