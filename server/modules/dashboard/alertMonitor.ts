/** Checks thresholds on the leader node: raises an alert once, and clears it when the measure is back within its bound. */
import { threshold } from '../../../common/entities/threshold';
import type { Measure } from '../../../common/protocol/liveEvents';
import { PATTERNS } from '../../../common/entity/patterns';
import { compileMeasure, parseMeasure } from '../../../common/live/measure';
import { PERIOD_SECONDS } from '../../../common/thresholdPeriods';
import { formatMeasureValue } from '../../../common/live/thresholdMeasure';
import { addExact, clampToSafeInteger, type ExactSum } from '../../../common/text/exactSum';
import { publicOrigin } from '../../platform/http/origin';
import { getTimeZone } from '../../../common/text/time/timeZone';
import { loadStaffActorAt } from '../../access/rbac/permissionCache';
import { hasPermission } from '../../../common/entity/access';
import { notify } from '../../hooks/notifications/notify';
import { countGroupsInSnapshot } from '../../engine/read/countGroups';
import type { HookContext } from '../../engine/write/context/hookContext';
import type { Writer } from '../../engine/write/writer';
import type { Services } from '../../context';
import type { Lang } from '../../../common/lang';
import { canReadWholeMetric } from '../../live/counters/metric';
import { compileSystemMeasure } from '../../live/counters/counterManager';
import type { LiveChannel } from '../../live/createLiveChannel';
import { loadLogHead } from '../../live/log/changeLog';
import { placeholders } from '../../platform/database/sql';
import { systemContext } from '../../platform/systemContext';
import { unixSeconds } from '../../platform/unixSeconds';

const POLL_MS = 2_000;
/** Measures over a period decrease without a change of rows. */
const FULL_CHECK_MS = 60_000;
const MAX_RECIPIENTS = 200;

/** Columns of a threshold. `figure`: the stored measure. `state` is `calm` while the bound is not crossed. */
interface ThresholdRow {
  readonly id: number;
  readonly title: string;
  readonly figure: string;
  readonly side: string;
  readonly bound: number;
  readonly period: string;
  readonly state: string;
  readonly mail_to: string | null;
}
export interface AlertMonitor {
  /** Runs a check now. */
  readonly check: () => Promise<void>;
  readonly stop: () => void;
}

/** A measure without a time column counts rows by creation time. */
const withCreateTime = (measure: Measure): Measure =>
  measure.at === undefined ? { ...measure, at: 'create_time' } : measure;

/** Measures over the last minutes or days are counted to the second; counters have a resolution of a quarter of an hour. */
async function countSince(services: Services, measure: Measure, since: number): Promise<ExactSum | undefined> {
  const { at = 'create_time' } = measure;
  const compiledMeasure = compileSystemMeasure(services.registry, withCreateTime(measure));
  if (compiledMeasure === undefined) return undefined;
  const where = { all: [compiledMeasure.where, { field: at, op: '>=', value: since } as const] };
  const { cells } = await countGroupsInSnapshot(
    services.db,
    compileMeasure(compiledMeasure.entity, compiledMeasure.measure, where),
  );
  return [...cells.values()].reduce(addExact, 0);
}

/** The value of a measure over a period. */
async function evaluateMeasure(
  services: Services,
  live: LiveChannel,
  measure: Measure,
  period: string,
): Promise<ExactSum | undefined> {
  const now = unixSeconds(services);
  const windowSeconds = PERIOD_SECONDS[period];
  if (windowSeconds !== undefined) return countSince(services, measure, now - windowSeconds);
  if (period !== 'today') return live.metrics()?.sum(measure);
  return live.metrics()?.sum(withCreateTime(measure), getTimeZone(services.settings.timeZone).getStart('day', now));
}

/** The content of a threshold alert. */
interface CrossedThreshold {
  readonly row: ThresholdRow;
  /** The value of the measure, formatted. */
  readonly found: string;
  readonly bound: string;
}

async function notifyStaff(
  hook: HookContext,
  { row: { id, title }, found }: CrossedThreshold,
  canSee: VisibilityCheck,
): Promise<void> {
  const admins = await hook.tx.rows<{ id: number }>(
    'SELECT id FROM `admin` WHERE status = 1 AND delete_time IS NULL ORDER BY id LIMIT ?',
    [MAX_RECIPIENTS],
  );
  for (const admin of admins) {
    if (!(await canSee(Number(admin.id)))) continue;
    await notify(hook, {
      to: { realm: 'admin', id: Number(admin.id) },
      kind: 'system',
      single: { text: 'system', link: thresholdLink(id) },
      params: { title: `${title}: ${found}` },
      group: `${threshold.name}:${id}`,
    });
  }
}
const thresholdLink = (id: number): string => `/admin/${threshold.name}/${id}`;

type VisibilityCheck = (adminId: number) => Promise<boolean>;
/** Whether an admin may see thresholds and the measure of this one, with the permissions at the end of the change log. */
async function createVisibilityCheck({ services, tx }: HookContext, measure: Measure): Promise<VisibilityCheck> {
  const { last } = await loadLogHead(tx);
  return async (id) => {
    const actor = await loadStaffActorAt(services, id, { head: last });
    return (
      actor !== undefined &&
      hasPermission(actor, `${threshold.name}/index`) &&
      canReadWholeMetric(services.registry, actor, measure)
    );
  };
}

/** Mails the alert to the recipients of the threshold who may read the measure and have an address. */
async function mailStaff(
  hook: HookContext,
  mail: Mailer,
  { row, found, bound }: CrossedThreshold,
  canSee: VisibilityCheck,
): Promise<void> {
  const ids = JSON.parse(row.mail_to ?? '[]') as readonly number[];
  if (ids.length === 0) return;
  const recipients = await hook.tx.rows<{ id: number; email: string }>(
    `SELECT id, email FROM \`admin\` WHERE status = 1 AND delete_time IS NULL AND email <> '' AND id IN (${placeholders(ids.length)})`,
    ids,
  );
  const { env, settings } = hook.services;
  for (const { id, email } of recipients) {
    if (!PATTERNS.email(email) || !(await canSee(Number(id)))) continue;
    await mail.enqueue(hook, {
      to: email,
      template: row.side === 'below' ? 'threshold_below' : 'threshold_above',
      lang: settings.defaultLocale,
      params: { title: row.title, found, bound, link: publicOrigin(env) + thresholdLink(row.id) },
      adminId: Number(id),
    });
  }
}

async function evaluateThreshold({ services, writer, live, mail }: AlertMonitorDeps, row: ThresholdRow): Promise<void> {
  const definition: unknown = JSON.parse(row.figure);
  const measure = parseMeasure(services.registry, definition);
  const value = measure && (await evaluateMeasure(services, live, measure, row.period));
  if (measure === undefined || value === undefined) return;
  const isCrossed = row.side === 'below' ? value < Number(row.bound) : value > Number(row.bound);
  if (isCrossed === (row.state !== 'calm')) return;
  const entity = services.registry.get(threshold.name);
  if (entity === undefined) return;
  const now = unixSeconds(services);
  const storedValue = clampToSafeInteger(value);
  const raised = { state: 'raised', found: storedValue, raised_time: now, acknowledged_by: null };
  const cleared = { state: 'calm', found: storedValue, acknowledged_by: null };
  const format = (amount: ExactSum) => formatMeasureValue(services.registry, definition, amount);
  const crossed = { row, found: format(value), bound: format(Number(row.bound)) };
  await writer.inTransaction(systemContext(services, threshold.name), async (writer, hook) => {
    await writer.update(entity, { id: Number(row.id), ...(isCrossed ? raised : cleared) });
    if (!isCrossed) return;
    const canSee = await createVisibilityCheck(hook, measure);
    await notifyStaff(hook, crossed, canSee);
    await mailStaff(hook, mail, crossed, canSee);
  });
}

/** Input of the outbox for a threshold alert. */
export interface ThresholdAlertMail {
  readonly to: string;
  readonly template: 'threshold_above' | 'threshold_below';
  readonly lang: Lang;
  readonly params: Readonly<Record<'title' | 'found' | 'bound' | 'link', string>>;
  readonly adminId: number;
}
interface Mailer {
  readonly enqueue: (hook: HookContext, mail: ThresholdAlertMail) => Promise<void>;
}
/** Dependencies of the alert monitor. */
export interface AlertMonitorDeps {
  readonly services: Services;
  readonly writer: Writer;
  readonly live: LiveChannel;
  readonly mail: Mailer;
}
export function createAlertMonitor(deps: AlertMonitorDeps): AlertMonitor {
  const { services, live } = deps;
  let lastCheck = { position: -1, at: 0 };
  let checking: Promise<void> | undefined;
  const checkAll = async (): Promise<void> => {
    const rows = await services.db.rows<ThresholdRow>(
      'SELECT id, title, figure, side, bound, period, state, mail_to FROM `threshold` WHERE status = 1 AND delete_time IS NULL LIMIT 200',
    );
    for (const row of rows) await evaluateThreshold(deps, row);
  };
  const check = (): Promise<void> => {
    checking ??= checkAll().finally(() => {
      checking = undefined;
    });
    return checking;
  };
  const timer = setInterval(() => {
    const position = live.stats()?.position ?? -1;
    const now = services.clock.now();
    if (position < 0 || !live.nodes.isLeader()) return;
    if (position === lastCheck.position && now - lastCheck.at < FULL_CHECK_MS) return;
    lastCheck = { position, at: now };
    check().catch((error: unknown) => services.log.warn({ err: error }, 'the threshold check failed'));
  }, POLL_MS).unref();
  return { check, stop: () => clearInterval(timer) };
}
