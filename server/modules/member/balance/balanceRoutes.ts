/** Member routes for balance and points: the last week, the histories, and the daily check-in. */
import { z } from 'zod';
import type { AnyEntity } from '../../../../common/entity/entity';
import { findColumn } from '../../../../common/entity/columns';
import { readableColumns } from '../../../../common/entity/access';
import type { WireRow } from '../../../../common/entity/projectRow';
import { parseQuery, type ListQuery } from '../../../../common/query/listQuery';
import { fault } from '../../../../common/protocol/faults';
import { checkInDays, checkInMemo, memoText } from '../../../../common/locales/memos';
import { translate } from '../../../../common/locales/translate';
import { getTimeZone, type TimeZone } from '../../../../common/text/time/timeZone';
import { formatCents } from '../../../../common/text/cents';
import { LEDGERS, type LedgerKind } from '../../../../common/ledgerKind';
import type { RouteCall, HandlerResult } from '../../../engine/http/routeRegistry';
import type { ModuleServices } from '../../../engine/http/moduleServices';
import type { Reader } from '../../../engine/read/reader';
import type { Writer } from '../../../engine/write/writer';
import type { RequestContext, Services, Tx } from '../../../context';
import { assertMemberRule } from '../../../access/members/memberContacts';
import { requireEntity } from '../../../engine/requireEntity';
import { findReversals } from './findReversals';
import { toSystemContext } from '../../../platform/systemContext';
import { unixSeconds } from '../../../platform/unixSeconds';

const OVERVIEW_DAYS = 7;
const emptyInput = z.object({});
const LIST_QUERY = ['page', 'limit', 'order', 'search', 'quick_search', 'quickSearch', 'search_all'];

interface BalanceDeps {
  readonly reader: Reader;
  readonly writer: Writer;
}
export function registerBalanceRoutes({ routes: { add: route }, reader, writer }: ModuleServices): void {
  const memberRoute = { realm: 'member', access: 'member' } as const;
  const memberGet = { ...memberRoute, method: 'GET', body: 'none', query: [] } as const;
  route({
    ...memberGet,
    path: '/api/account/overview',
    summary: 'Get balance and points of the last seven days',
    handler: (call) => getOverview(call, reader),
  });
  route({
    ...memberGet,
    path: '/api/account/balance',
    query: LIST_QUERY,
    summary: 'List the caller’s balance history, newest first',
    handler: (call) => listEntries(call, reader, 'money'),
  });
  route({
    ...memberGet,
    path: '/api/account/integral',
    query: LIST_QUERY,
    summary: 'List the caller’s points history, newest first',
    handler: (call) => listEntries(call, reader, 'score'),
  });
  route({
    ...memberGet,
    path: '/api/account/dailyCheckIn',
    summary: 'Get today’s check-in and the length of the streak',
    handler: (call) => getCheckInStatus(call, reader),
  });
  route({
    ...memberRoute,
    method: 'POST',
    query: [],
    body: 'json',
    input: emptyInput,
    path: '/api/account/dailyCheckIn',
    summary: 'Check in for today’s points',
    handler: (call) => checkIn(call, { reader, writer }),
  });
}

interface Calendar {
  readonly zone: TimeZone;
  /** `yyyy-mm-dd` of the day that starts at this instant. */
  readonly formatDay: (start: number) => string;
}
/** The calendar in the site's current time zone. */
function getCalendar({ settings: { timeZone } }: Services): Calendar {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return { zone: getTimeZone(timeZone), formatDay: (start) => format.format(start * 1000) };
}

interface DaySum {
  readonly at: number;
  readonly amount: number;
}
const amountsSince = (tx: Tx, kind: LedgerKind, userId: number, from: number): Promise<DaySum[]> =>
  tx.rows<DaySum>(
    kind === 'money'
      ? 'SELECT create_time AS at, money AS amount FROM `user_money_log` WHERE user_id = ? AND create_time >= ?'
      : 'SELECT create_time AS at, score AS amount FROM `user_score_log` WHERE user_id = ? AND create_time >= ?',
    [userId, from],
  );

interface PreviousLogin {
  readonly previous_login_time: number | null;
  readonly previous_login_ip: string | null;
}
/** The previous sign-in, so that the member can notice one that was not its own. */
async function previousLogin(tx: Tx, userId: number): Promise<PreviousLogin> {
  const sql = 'SELECT previous_login_time, previous_login_ip FROM `user` WHERE id = ?';
  const [row] = await tx.rows<PreviousLogin>(sql, [userId]);
  const at = row?.previous_login_time ?? null;
  return { previous_login_time: at === null ? null : Number(at), previous_login_ip: row?.previous_login_ip ?? null };
}

/** Sums of each day in the site's time zone, today last. */
async function getOverview({ ctx }: RouteCall, reader: Reader): Promise<HandlerResult> {
  assertMemberRule(ctx, 'account/overview');
  return { data: await reader.snapshot(ctx, (tx) => loadOverview(tx, ctx)) };
}

async function loadOverview(tx: Tx, { services, actor }: RequestContext) {
  const calendar = getCalendar(services);
  const starts = calendar.zone.lastStarts('day', OVERVIEW_DAYS, unixSeconds(services));
  const sums = async (kind: LedgerKind) => {
    const rows = await amountsSince(tx, kind, actor.id, starts[0] ?? 0);
    const byDay = new Map<number, number>();
    for (const { at, amount } of rows) {
      const start = calendar.zone.getStart('day', Number(at));
      byDay.set(start, (byDay.get(start) ?? 0) + Number(amount));
    }
    return starts.map((start) => byDay.get(start) ?? 0);
  };
  const [money, score] = [await sums('money'), await sums('score')];
  const checkIn = await loadCheckInStatus(tx, services, calendar, actor.id);
  const previous = await previousLogin(tx, actor.id);
  return { days: starts.map(calendar.formatDay), money: money.map(formatCents), score, checkIn, ...previous };
}

const SEARCHED_TEXTS = ['memo', 'reference', 'receipt'] as const;
/** Searches the texts of the entries, which quick search does not: only one account is read, so no index is needed. */
function searchTexts({ q, ...query }: ListQuery): ListQuery {
  if (q === undefined) return query;
  const some = SEARCHED_TEXTS.map((field) => ({ field, op: 'LIKE', value: q }) as const);
  return { ...query, where: { all: [query.where, { some }] } };
}

/** The generic list at the path of older clients, with both spellings of its time columns. */
async function listEntries({ ctx, query }: RouteCall, reader: Reader, kind: LedgerKind): Promise<HandlerResult> {
  assertMemberRule(ctx, kind === 'money' ? 'account/balance' : 'account/integral');
  const entity: AnyEntity = requireEntity(ctx.services, LEDGERS[kind]);
  const parsed = parseQuery(entity, query, readableColumns(ctx.actor, entity), 'public');
  if ('issues' in parsed) throw fault('request.query', undefined, { fields: parsed.issues });
  const response = await reader.list(ctx, entity, searchTexts(parsed.query));
  const { dialect } = ctx.services.db;
  const reversals = await reader.snapshot(ctx, (tx) => findReversals(tx, dialect, entity, ctx.actor.id, response.list));
  const memoOf = ({ memo }: WireRow) => (typeof memo === 'string' ? { memo: memoText(memo, ctx.lang) } : {});
  const list = response.list.map((row) => ({
    ...row,
    ...memoOf(row),
    createtime: row['create_time'],
    counterpart: reversals.get(Number(row['n']))?.n ?? null,
    counterpart_receipt: reversals.get(Number(row['n']))?.receipt ?? null,
  }));
  return { data: { ...response, list } };
}

interface CheckInStatus {
  /** Whether check-in brings points. */
  readonly open: boolean;
  readonly today: boolean;
  /** Consecutive days up to today, or up to yesterday before today's check-in. */
  readonly streak: number;
  /** Points of the next check-in. */
  readonly next: number;
  /** Whether consecutive days bring more points. */
  readonly grows: boolean;
  /** Start of the next day in the site's time zone, unix seconds. */
  readonly until: number;
}
const checkInRef = (userId: number, day: string): string => `sign_in:${userId}:${day}`;
/** Days that are checked one by one; for a longer streak its last entry contains the length. */
const DAYS_CHECKED = 400;
/** A day has 23 to 25 hours, so 36 hours after its start are within the next day. */
const nextDay = ({ zone }: Calendar, now: number): number =>
  zone.getStart('day', zone.getStart('day', now) + 36 * 3_600);

/** Computed from the ledger entries, so no second record can disagree. */
async function loadCheckInStatus(
  tx: Tx,
  services: Services,
  calendar: Calendar,
  userId: number,
): Promise<CheckInStatus> {
  const { checkInPoints } = services.settings;
  const rows = await tx.rows<{ readonly ref: string; readonly memo: string }>(
    "SELECT ref, memo FROM `user_score_log` WHERE user_id = ? AND type = 'sign_in' ORDER BY id DESC LIMIT ?",
    [userId, DAYS_CHECKED],
  );
  const checkedRefs = new Set(rows.map(({ ref }) => ref));
  const now = unixSeconds(services);
  const days = calendar.zone.lastStarts('day', DAYS_CHECKED, now).map(calendar.formatDay);
  const [today = '', ...earlierDays] = [...days].reverse();
  const isCheckedToday = checkedRefs.has(checkInRef(userId, today));
  const gap = earlierDays.findIndex((day) => !checkedRefs.has(checkInRef(userId, day)));
  const recentStreak = (gap === -1 ? earlierDays.length : gap) + (isCheckedToday ? 1 : 0);
  const streak = gap === -1 ? Math.max(recentStreak, checkInDays(rows[0]?.memo ?? '')) : recentStreak;
  const next = checkInPoints[Math.min(streak, checkInPoints.length - 1)] ?? 0;
  const grows = checkInPoints.some((pointsOfDay) => pointsOfDay > (checkInPoints[0] ?? 0));
  return { open: checkInPoints.length > 0, today: isCheckedToday, streak, next, grows, until: nextDay(calendar, now) };
}

/** Check-in is part of the overview: without the permission for the overview there is no check-in. */
async function getCheckInStatus({ ctx }: RouteCall, reader: Reader): Promise<HandlerResult> {
  assertMemberRule(ctx, 'account/overview');
  return { data: await ownCheckInStatus(ctx, reader) };
}
const ownCheckInStatus = (ctx: RequestContext, reader: Reader): Promise<CheckInStatus> =>
  reader.snapshot(ctx, (tx) => loadCheckInStatus(tx, ctx.services, getCalendar(ctx.services), ctx.actor.id));

async function checkIn({ ctx }: RouteCall, { reader, writer }: BalanceDeps): Promise<HandlerResult> {
  assertMemberRule(ctx, 'account/overview');
  const { services, actor } = ctx;
  const entity = requireEntity(services, LEDGERS.score);
  const calendar = getCalendar(services);
  const { open, today, streak, next } = await ownCheckInStatus(ctx, reader);
  if (!open) throw fault('member.check_in_closed');
  if (today) throw fault('member.signed_today');
  const ref = checkInRef(actor.id, calendar.formatDay(calendar.zone.getStart('day', unixSeconds(services))));
  const values = {
    user_id: actor.id,
    score: next,
    memo: checkInMemo(streak + 1),
    type: 'sign_in',
    ref,
    idem: ref,
    actor: `member:${actor.id}`,
  };
  // Two tabs at once: the unique reference is booked once.
  const { row } = await writer.create(toSystemContext(ctx), entity, values).catch((error: unknown) => {
    throw isDuplicate(error) ? fault('member.signed_today') : error;
  });
  const entry = Object.fromEntries(
    ['n', 'score', 'before', 'after'].flatMap((name) => (findColumn(entity, name) ? [[name, row[name]]] : [])),
  );
  return {
    data: { entry, checkIn: await ownCheckInStatus(ctx, reader) },
    msg: translate(ctx.lang, 'success.checked_in'),
  };
}
const isDuplicate = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'row.duplicate';
