/** Route of the monthly statement of the caller's balance or points. */
import { LEDGER_KINDS, type LedgerKind } from '../../../../common/ledgerKind';
import { fault } from '../../../../common/protocol/faults';
import { formatCents } from '../../../../common/text/cents';
import { isCalendarMonth } from '../../../../common/text/time/calendarMonth';
import { assertMemberRule } from '../../../access/members/memberContacts';
import type { HandlerResult, RouteCall } from '../../../engine/http/routeRegistry';
import type { ModuleServices } from '../../../engine/http/moduleServices';
import type { Reader } from '../../../engine/read/reader';
import { loadStatement, type Statement } from './statement';

export function registerStatementRoute({ routes: { add: route }, reader }: ModuleServices): void {
  route({
    method: 'GET',
    realm: 'member',
    access: 'member',
    path: '/api/account/statement',
    query: ['kind', 'month'],
    body: 'none',
    summary: 'Get the caller’s statement of a month: opening balance, sums by type and closing balance',
    handler: (call) => getStatement(call, reader),
  });
}

/** Reads a month, `yyyy-mm`. Error: `request.query`. */
export function parseStatementMonth(month: unknown): string {
  if (typeof month !== 'string' || !isCalendarMonth(month))
    throw fault('request.query', undefined, { fields: [{ path: 'month', code: 'date' }] });
  return month;
}
function parseRequest({ query }: RouteCall): { readonly kind: LedgerKind; readonly month: string } {
  const kind = LEDGER_KINDS.find((known) => known === query['kind']);
  if (kind === undefined) throw fault('request.query', undefined, { fields: [{ path: 'kind', code: 'choice' }] });
  return { kind, month: parseStatementMonth(query['month']) };
}

/** A statement as its readers get it. */
export function formatStatement(kind: LedgerKind, zone: string, statement: Statement) {
  const formatAmount = (amount: number) => (kind === 'money' ? formatCents(amount) : amount);
  return {
    ...statement,
    kind,
    zone,
    opening: formatAmount(statement.opening),
    closing: formatAmount(statement.closing),
    types: statement.types.map(({ added, deducted, ...sum }) => ({
      ...sum,
      added: formatAmount(added),
      deducted: formatAmount(deducted),
    })),
  };
}

async function getStatement(call: RouteCall, reader: Reader): Promise<HandlerResult> {
  const { ctx } = call;
  const { kind, month } = parseRequest(call);
  assertMemberRule(ctx, kind === 'money' ? 'account/balance' : 'account/integral');
  const zone = ctx.services.settings.timeZone;
  const statement = await reader.snapshot(ctx, (tx) => loadStatement(tx, { kind, userId: ctx.actor.id, month, zone }));
  return { data: formatStatement(kind, zone, statement) };
}
