/** What members ask of their balance and points: the last week, the histories, and the daily check-in. */
import { z } from 'zod';
import type { AnyEntity } from '../../../common/entity/entity';
import { columnNamed } from '../../../common/entity/meta';
import { readableColumns } from '../../../common/entity/access';
import type { Wire } from '../../../common/entity/project';
import { parseQuery } from '../../../common/entity/query';
import { fault } from '../../../common/protocol/faults';
import { checkInDays, checkInMemo, memoSaid } from '../../../common/locales/memos';
import { say } from '../../../common/locales/words';
import { zoneOf, type Zone } from '../../../common/text/zone';
import { moneyOf } from '../../../common/text/moneys';
import { LEDGERS, type LedgerKind } from '../../behaviours/ledger/chain';
import type { RequestCall, HandlerResult, RouteRegistry } from '../../engine/http/routeRegistry';
import type { Reader } from '../../engine/read/reader';
import type { Writer } from '../../engine/write/writer';
import type { RequestContext, Services, Tx } from '../../context';
import { demandRule, houseCtx, nounOf } from '../../access/members';
import { counterparts } from './counterparts';

const WEEK = 7;
const nothing = z.object({});
const LIST = ['page', 'limit', 'order', 'search', 'quick_search', 'quickSearch', 'search_all'];

interface WealthDeps {
  readonly reader: Reader;
  readonly writer: Writer;
}
export function routeWealth({ add: route }: RouteRegistry, { reader, writer }: WealthDeps): void {
  const own = { realm: 'member', access: 'member' } as const;
  const get = { ...own, method: 'GET', body: 'none', query: [] } as const;
  route({
    ...get,
    path: '/api/account/overview',
    summary: 'The last seven days of balance and points',
    handler: (call) => overview(call, reader),
  });
  route({
    ...get,
    path: '/api/account/balance',
    query: LIST,
    summary: 'The caller’s balance history, newest first',
    handler: (call) => history(call, reader, 'money'),
  });
  route({
    ...get,
    path: '/api/account/integral',
    query: LIST,
    summary: 'The caller’s points history, newest first',
    handler: (call) => history(call, reader, 'score'),
  });
  route({
    ...get,
    path: '/api/account/dailyCheckIn',
    summary: 'Whether the caller checked in today, and for how many days',
    handler: (call) => checkInStanding(call, reader),
  });
  route({
    ...own,
    method: 'POST',
    query: [],
    body: 'json',
    input: nothing,
    path: '/api/account/dailyCheckIn',
    summary: 'Check in for today’s points',
    handler: (call) => checkIn(call, { reader, writer }),
  });
}

interface Calendar {
  readonly zone: Zone;
  /** `yyyy-mm-dd` of the day that begins at an instant. */
  readonly name: (start: number) => string;
}
/** The calendar of the site's time zone as it is set now. */
function calendarOf({ settings: { timeZone } }: Services): Calendar {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return { zone: zoneOf(timeZone), name: (start) => format.format(start * 1000) };
}
const secondsNow = ({ clock }: Services): number => Math.floor(clock.now() / 1000);

interface DaySum {
  readonly at: number;
  readonly amount: number;
}
const since = (tx: Tx, kind: LedgerKind, userId: number, from: number): Promise<DaySum[]> =>
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
/** The sign-in before the present one: one that was not the member's own is visible there. */
async function previousLogin(tx: Tx, userId: number): Promise<PreviousLogin> {
  const sql = 'SELECT previous_login_time, previous_login_ip FROM `user` WHERE id = ?';
  const [row] = await tx.rows<PreviousLogin>(sql, [userId]);
  const at = row?.previous_login_time ?? null;
  return { previous_login_time: at === null ? null : Number(at), previous_login_ip: row?.previous_login_ip ?? null };
}

/** Sums of each day as the house counts days, today last. */
async function overview({ ctx }: RequestCall, reader: Reader): Promise<HandlerResult> {
  demandRule(ctx, 'account/overview');
  return { data: await reader.snapshot(ctx, (tx) => overviewIn(tx, ctx)) };
}

async function overviewIn(tx: Tx, { services, actor }: RequestContext) {
  const calendar = calendarOf(services);
  const starts = calendar.zone.last('day', WEEK, secondsNow(services));
  const sums = async (kind: LedgerKind) => {
    const rows = await since(tx, kind, actor.id, starts[0] ?? 0);
    const byDay = new Map<number, number>();
    for (const { at, amount } of rows) {
      const start = calendar.zone.startOf('day', Number(at));
      byDay.set(start, (byDay.get(start) ?? 0) + Number(amount));
    }
    return starts.map((start) => byDay.get(start) ?? 0);
  };
  const [money, score] = [await sums('money'), await sums('score')];
  const checkIn = await standing(tx, services, calendar, actor.id);
  const previous = await previousLogin(tx, actor.id);
  return { days: starts.map(calendar.name), money: money.map(moneyOf), score, checkIn, ...previous };
}

/** The generic list under the family's name, with both spellings of its times. */
async function history({ ctx, query }: RequestCall, reader: Reader, kind: LedgerKind): Promise<HandlerResult> {
  demandRule(ctx, kind === 'money' ? 'account/balance' : 'account/integral');
  const entity: AnyEntity = nounOf(ctx.services, LEDGERS[kind]);
  const parsed = parseQuery(entity, query, readableColumns(ctx.actor, entity), 'open');
  if ('issues' in parsed) throw fault('request.query', undefined, { fields: parsed.issues });
  const answer = await reader.list(ctx, entity, parsed.query);
  const { dialect } = ctx.services.db;
  const others = await reader.snapshot(ctx, (tx) => counterparts(tx, dialect, entity, ctx.actor.id, answer.list));
  const memoOf = ({ memo }: Wire) => (typeof memo === 'string' ? { memo: memoSaid(memo, ctx.lang) } : {});
  const list = answer.list.map((row) => ({
    ...row,
    ...memoOf(row),
    createtime: row['create_time'],
    counterpart: others.get(Number(row['n']))?.n ?? null,
    counterpart_receipt: others.get(Number(row['n']))?.receipt ?? null,
  }));
  return { data: { ...answer, list } };
}

interface Standing {
  /** Whether there is anything to be had. */
  readonly open: boolean;
  readonly today: boolean;
  /** Days in a row up to today, or up to yesterday while today is missing. */
  readonly streak: number;
  /** What the next check-in brings. */
  readonly next: number;
  /** Whether a day brings more for those before it. */
  readonly grows: boolean;
  /** When the day of the house ends and the next may be checked in: its first second. */
  readonly until: number;
}
const refOf = (userId: number, day: string): string => `sign_in:${userId}:${day}`;
/** So many days are looked at one by one; of a longer row its last entry says how long it is. */
const LOOKED_AT = 400;
/** No day is longer than 25 hours or shorter than 23: noon of the next is inside of it. */
const nextDay = ({ zone }: Calendar, now: number): number => zone.startOf('day', zone.startOf('day', now) + 36 * 3_600);

/** Follows from the entries themselves: there is no second book that could say otherwise. */
async function standing(tx: Tx, services: Services, calendar: Calendar, userId: number): Promise<Standing> {
  const { checkInPoints: points } = services.settings;
  const rows = await tx.rows<{ readonly ref: string; readonly memo: string }>(
    "SELECT ref, memo FROM `user_score_log` WHERE user_id = ? AND type = 'sign_in' ORDER BY id DESC LIMIT ?",
    [userId, LOOKED_AT],
  );
  const known = new Set(rows.map(({ ref }) => ref));
  const now = secondsNow(services);
  const days = calendar.zone.last('day', LOOKED_AT, now).map(calendar.name);
  const [today = '', ...before] = [...days].reverse();
  const done = known.has(refOf(userId, today));
  const gap = before.findIndex((day) => !known.has(refOf(userId, day)));
  const looked = (gap === -1 ? before.length : gap) + (done ? 1 : 0);
  const streak = gap === -1 ? Math.max(looked, checkInDays(rows[0]?.memo ?? '')) : looked;
  const next = points[Math.min(streak, points.length - 1)] ?? 0;
  const grows = points.some((one) => one > (points[0] ?? 0));
  return { open: points.length > 0, today: done, streak, next, grows, until: nextDay(calendar, now) };
}

/** Checking in stands on the overview: whose group lacks that has neither. */
async function checkInStanding({ ctx }: RequestCall, reader: Reader): Promise<HandlerResult> {
  demandRule(ctx, 'account/overview');
  return { data: await ownStanding(ctx, reader) };
}
const ownStanding = (ctx: RequestContext, reader: Reader): Promise<Standing> =>
  reader.snapshot(ctx, (tx) => standing(tx, ctx.services, calendarOf(ctx.services), ctx.actor.id));

async function checkIn({ ctx }: RequestCall, { reader, writer }: WealthDeps): Promise<HandlerResult> {
  demandRule(ctx, 'account/overview');
  const { services, actor } = ctx;
  const entity = nounOf(services, LEDGERS.score);
  const calendar = calendarOf(services);
  const { open, today, streak, next } = await ownStanding(ctx, reader);
  if (!open) throw fault('member.check_in_closed');
  if (today) throw fault('member.signed_today');
  const ref = refOf(actor.id, calendar.name(calendar.zone.startOf('day', secondsNow(services))));
  const draft = {
    user_id: actor.id,
    score: next,
    memo: checkInMemo(streak + 1),
    type: 'sign_in',
    ref,
    idem: ref,
    actor: `member:${actor.id}`,
  };
  // two tabs at once: the reference is booked once, whoever comes first
  const { row } = await writer.create(houseCtx(ctx), entity, draft).catch((error: unknown) => {
    throw isTaken(error) ? fault('member.signed_today') : error;
  });
  const shown = Object.fromEntries(
    ['n', 'score', 'before', 'after'].flatMap((name) => (columnNamed(entity, name) ? [[name, row[name]]] : [])),
  );
  return {
    data: { entry: shown, checkIn: await ownStanding(ctx, reader) },
    msg: say(ctx.lang, 'done.checked_in'),
  };
}
const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'row.duplicate';
