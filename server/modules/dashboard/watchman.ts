/** Looks whether figures passed their thresholds, on one node of all: raises them once, and calms them when it is over. */
import { threshold } from '../../../common/entities/threshold';
import type { Measure } from '../../../common/protocol/live';
import { PATTERNS } from '../../../common/entity/patterns';
import { foldingOf, readMeasure } from '../../../common/live/measure';
import { REACH } from '../../../common/periods';
import { figureText } from '../../../common/live/threshold';
import { plus, withinReach, type Sum } from '../../../common/text/sums';
import { originOf } from '../../platform/http/origin';
import { zoneOf } from '../../../common/text/zone';
import { staffActor } from '../../access/grants';
import { holds } from '../../../common/entity/access';
import { notify } from '../../behaviours/notify';
import { countInSnapshot } from '../../engine/read/countGroups';
import type { HookContext, Writer } from '../../engine/write/writer';
import type { Services, Lang } from '../../context';
import { mayCount } from '../../live/counters/figure';
import { standingFolding } from '../../live/counters/keeper';
import type { Live } from '../../live/live';
import { readHead } from '../../live/log';
import { marks } from '../../platform/sql';
import { systemCtx } from '../../platform/systemCtx';

const LOOK_MS = 2_000;
/** Figures over a time fall without a change. */
const ANYWAY_MS = 60_000;
const MOST_TOLD = 200;

interface Row {
  readonly id: number;
  readonly title: string;
  readonly figure: string;
  readonly side: string;
  readonly bound: number;
  readonly period: string;
  readonly state: string;
  readonly mail_to: string | null;
}
export interface Watchman {
  /** Looks now. */
  readonly look: () => Promise<void>;
  readonly stop: () => void;
}

/** A figure without a time counts rows by when they were made. */
const timed = (measure: Measure): Measure => (measure.at === undefined ? { ...measure, at: 'create_time' } : measure);

/** Figures of the last minutes or days are counted to the second: a counter knows quarters of an hour. */
async function countSince(services: Services, measure: Measure, since: number): Promise<Sum | undefined> {
  const { at = 'create_time' } = measure;
  const folding = standingFolding(services.registry, timed(measure));
  if (folding === undefined) return undefined;
  const where = { all: [folding.where, { field: at, op: '>=', value: since } as const] };
  const { cells } = await countInSnapshot(services.db, foldingOf(folding.entity, folding.measure, where));
  return [...cells.values()].reduce(plus, 0);
}

/** What a figure comes to over a period. */
async function foundIn(services: Services, live: Live, measure: Measure, period: string): Promise<Sum | undefined> {
  const now = Math.floor(services.clock.now() / 1000);
  const reach = REACH[period];
  if (reach !== undefined) return countSince(services, measure, now - reach);
  if (period !== 'today') return live.figures()?.sum(measure);
  return live.figures()?.sum(timed(measure), zoneOf(services.settings.timeZone).startOf('day', now));
}

/** What is told of a threshold that was passed. */
interface Passed {
  readonly row: Row;
  readonly found: string;
  readonly bound: string;
}

async function tellStaff(hook: HookContext, { row: { id, title }, found }: Passed, may: MayKnow): Promise<void> {
  const admins = await hook.tx.rows<{ id: number }>(
    'SELECT id FROM `admin` WHERE status = 1 AND delete_time IS NULL ORDER BY id LIMIT ?',
    [MOST_TOLD],
  );
  for (const admin of admins) {
    if (!(await may(Number(admin.id)))) continue;
    await notify(hook, {
      to: { realm: 'admin', id: Number(admin.id) },
      kind: 'system',
      one: { text: 'system', link: linkOf(id) },
      params: { title: `${title}: ${found}` },
      group: `${threshold.name}:${id}`,
    });
  }
}
const linkOf = (id: number): string => `/admin/${threshold.name}/${id}`;

type MayKnow = (adminId: number) => Promise<boolean>;
/** Whether somebody may see thresholds and this one's figure, as rights are at the end of the log. */
async function mayKnow({ services, tx }: HookContext, measure: Measure): Promise<MayKnow> {
  const { last } = await readHead(tx);
  return async (id) => {
    const actor = await staffActor(services, id, { head: last });
    return (
      actor !== undefined && holds(actor, `${threshold.name}/index`) && mayCount(services.registry, actor, measure)
    );
  };
}

/** The same by mail, to whom the threshold names, as far as they may know it and have an address. */
async function mailStaff(hook: HookContext, mail: Mailer, { row, found, bound }: Passed, may: MayKnow): Promise<void> {
  const ids = JSON.parse(row.mail_to ?? '[]') as readonly number[];
  if (ids.length === 0) return;
  const people = await hook.tx.rows<{ id: number; email: string }>(
    `SELECT id, email FROM \`admin\` WHERE status = 1 AND delete_time IS NULL AND email <> '' AND id IN (${marks(ids.length)})`,
    ids,
  );
  const { env, settings } = hook.services;
  for (const { id, email } of people) {
    if (!PATTERNS.email(email) || !(await may(Number(id)))) continue;
    await mail.within(hook, {
      to: email,
      template: row.side === 'below' ? 'threshold_below' : 'threshold_above',
      lang: settings.defaultLocale,
      params: { title: row.title, found, bound, link: originOf(env) + linkOf(row.id) },
      adminId: Number(id),
    });
  }
}

async function judge({ services, writer, live, mail }: Watching, row: Row): Promise<void> {
  const figure: unknown = JSON.parse(row.figure);
  const measure = readMeasure(services.registry, figure);
  const found = measure && (await foundIn(services, live, measure, row.period));
  if (measure === undefined || found === undefined) return;
  const passed = row.side === 'below' ? found < Number(row.bound) : found > Number(row.bound);
  if (passed === (row.state !== 'calm')) return;
  const entity = services.registry.get(threshold.name);
  if (entity === undefined) return;
  const now = Math.floor(services.clock.now() / 1000);
  const kept = withinReach(found);
  const raised = { state: 'raised', found: kept, raised_time: now, acknowledged_by: null };
  const calm = { state: 'calm', found: kept, acknowledged_by: null };
  const text = (value: Sum) => figureText(services.registry, figure, value);
  const said = { row, found: text(found), bound: text(Number(row.bound)) };
  await writer.inTransaction(systemCtx(services, threshold.name), async (writer, hook) => {
    await writer.update(entity, { id: Number(row.id), ...(passed ? raised : calm) });
    if (!passed) return;
    const may = await mayKnow(hook, measure);
    await tellStaff(hook, said, may);
    await mailStaff(hook, mail, said, may);
  });
}

/** What the outbox is handed. */
export interface ThresholdMail {
  readonly to: string;
  readonly template: 'threshold_above' | 'threshold_below';
  readonly lang: Lang;
  readonly params: Readonly<Record<'title' | 'found' | 'bound' | 'link', string>>;
  readonly adminId: number;
}
interface Mailer {
  readonly within: (hook: HookContext, mail: ThresholdMail) => Promise<void>;
}
/** What the watchman works with. */
export interface Watching {
  readonly services: Services;
  readonly writer: Writer;
  readonly live: Live;
  readonly mail: Mailer;
}
export function createWatchman(watching: Watching): Watchman {
  const { services, live } = watching;
  let seen = { position: -1, at: 0 };
  let looking: Promise<void> | undefined;
  const lookAll = async (): Promise<void> => {
    const rows = await services.db.rows<Row>(
      'SELECT id, title, figure, side, bound, period, state, mail_to FROM `threshold` WHERE status = 1 AND delete_time IS NULL LIMIT 200',
    );
    for (const row of rows) await judge(watching, row);
  };
  const look = (): Promise<void> => {
    looking ??= lookAll().finally(() => {
      looking = undefined;
    });
    return looking;
  };
  const timer = setInterval(() => {
    const position = live.stats()?.position ?? -1;
    const now = services.clock.now();
    if (position < 0 || !live.nodes.isFirst()) return;
    if (position === seen.position && now - seen.at < ANYWAY_MS) return;
    seen = { position, at: now };
    look().catch((error: unknown) => services.log.warn({ err: error }, 'thresholds could not be looked at'));
  }, LOOK_MS).unref();
  return { look, stop: () => clearInterval(timer) };
}
