/** Routes of the monthly statement of a member, for staff who may read the ledger and see its amounts. */
import { grantedRows, readableColumns } from '../../../../common/entity/access';
import { matchesAll } from '../../../../common/entity/filter';
import { LEDGER_KINDS, LEDGERS, type LedgerKind } from '../../../../common/ledgerKind';
import { fault } from '../../../../common/protocol/faults';
import { formatCents } from '../../../../common/text/cents';
import type { ModuleServices } from '../../../engine/http/moduleServices';
import type { HandlerResult, RouteCall } from '../../../engine/http/routeRegistry';
import type { Reader } from '../../../engine/read/reader';
import { requireEntity } from '../../../engine/requireEntity';
import type { Tx } from '../../../context';
import { loadStatement, type Statement } from './statement';
import { formatStatement, parseStatementMonth } from './statementRoutes';

export function registerMemberStatementRoutes({ routes: { add: route }, reader }: ModuleServices): void {
  for (const kind of LEDGER_KINDS)
    route({
      method: 'GET',
      realm: 'admin',
      access: 'admin',
      body: 'none',
      path: `/admin/${LEDGERS[kind]}/statement`,
      permission: `${LEDGERS[kind]}/index`,
      query: ['user_id', 'month'],
      summary: 'Get a member’s statement of a month: opening balance, sums by type, closing balance and entries',
      handler: (call) => getMemberStatement(call, reader, kind),
    });
}

/** More entries than a month of one member has; the list of entries shows the rest. */
const MAX_ENTRIES = 1000;

/** Columns that the statement shows, or from which its sums can be computed. */
const SHOWN_COLUMNS = ['before', 'after', 'n', 'memo', 'type', 'receipt', 'create_time'] as const;

/** Error: `access.denied` for those who do not see every entry of the ledger with its amounts. */
function assertSeesLedger({ ctx: { actor, services } }: RouteCall, kind: LedgerKind): void {
  const entity = requireEntity(services, LEDGERS[kind]);
  const rows = grantedRows(actor, entity, 'read');
  const readable = new Set(readableColumns(actor, entity).map(({ name }) => name));
  const seesAll = [kind, 'user_id', ...SHOWN_COLUMNS].every((name) => readable.has(name));
  if (rows === undefined || !matchesAll(rows) || !seesAll) throw fault('access.denied');
}

interface EntryRow {
  readonly n: number;
  readonly at: number;
  readonly type: string;
  readonly memo: string;
  readonly receipt: string | null;
  readonly amount: number;
  readonly balance: number;
}
async function loadEntries(tx: Tx, kind: LedgerKind, userId: number, { from, until, top }: Statement) {
  const format = (amount: number) => (kind === 'money' ? formatCents(Number(amount)) : Number(amount));
  const rows = await tx.rows<EntryRow>(
    `SELECT n, create_time AS at, type, memo, receipt, ${kind} AS amount, \`after\` AS balance FROM \`${LEDGERS[kind]}\`
      WHERE user_id = ? AND create_time >= ? AND create_time < ? AND n <= ? ORDER BY id LIMIT ${MAX_ENTRIES}`,
    [userId, from, until, top],
  );
  return rows.map(({ n, at, type, memo, receipt, amount, balance }) => ({
    ...{ n: Number(n), at: Number(at), type, memo, receipt },
    ...{ amount: format(amount), after: format(balance) },
  }));
}

/** Error: `request.query` when the member is missing or the month is malformed. */
async function getMemberStatement(call: RouteCall, reader: Reader, kind: LedgerKind): Promise<HandlerResult> {
  const { ctx, query } = call;
  const month = parseStatementMonth(query['month']);
  const id = query['user_id'];
  const userId = typeof id === 'string' && /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0;
  if (userId === 0) throw fault('request.query', undefined, { fields: [{ path: 'user_id', code: 'whole' }] });
  assertSeesLedger(call, kind);
  const zone = ctx.services.settings.timeZone;
  const data = await reader.snapshot(ctx, async (tx) => {
    const statement = await loadStatement(tx, { kind, userId, month, zone });
    return { ...formatStatement(kind, zone, statement), entries: await loadEntries(tx, kind, userId, statement) };
  });
  return { data };
}
