/** Invariants of a run, checked against its change log. */
import { grantedRows, readableColumns, SYSTEM, type Actor } from '../../common/entity/access';
import { compileFilter } from '../../common/query/compileFilter';
import { findColumn, getColumns, type StoredRow } from '../../common/entity/columns';
import { projectRow } from '../../common/entity/projectRow';
import type { ProofServer } from '../../server/proof/proofServer';
import { proofRow } from '../../server/proof/proofRow';
import type { DetectedLeak } from './leakDetector';
import { PRESETS, type Preset, type ModelRun, type StaffMember } from './actors';

type LoggedChange = Awaited<ReturnType<ProofServer['log']>>[number];
const ENTITY = 'proof_row';
const json = (value: unknown) => JSON.stringify(value ?? null);
const rowBefore = ({ image, previousValues }: LoggedChange): StoredRow => ({ ...image, ...previousValues });

/** Sequence numbers and revisions have no gaps, and the rows have the revisions of the log. */
async function checkLogIsGapless(run: ModelRun, log: readonly LoggedChange[]): Promise<string[]> {
  const found: string[] = [];
  log.forEach((change, index) => {
    if (change.seq !== run.startSeq + index + 1)
      found.push(`the log has ${change.seq} where ${run.startSeq + index + 1} belongs`);
  });
  const last = new Map<number, number>();
  for (const change of log.filter(({ entityName }) => entityName === ENTITY)) {
    const expectedRevision = (last.get(change.rowId) ?? 0) + 1;
    if (change.revision !== expectedRevision)
      found.push(`row ${change.rowId} was logged with revision ${change.revision} where ${expectedRevision} belongs`);
    last.set(change.rowId, change.revision);
  }
  const rows = await run.server.db().rows<{ id: number; revision: number }>(`SELECT id, revision FROM ${ENTITY}`);
  for (const { id, revision } of rows) {
    const logged = last.get(Number(id)) ?? 0;
    if (Number(revision) !== logged) found.push(`row ${id} has revision ${revision} and ${logged} changes`);
  }
  const gaps = run.server.stats()?.tailer.gaps ?? 0;
  if (gaps > 0) found.push(`the tailer of the change log met ${gaps} gaps`);
  return found;
}

/** Every acknowledged write is in the log once, and an edit replaces only values that its writer saw. */
function checkNoLostUpdate(run: ModelRun, log: readonly LoggedChange[]): string[] {
  const found: string[] = [];
  const byMid = new Map<string, LoggedChange[]>();
  for (const change of log) {
    if (change.entityName === ENTITY && change.idempotencyKey !== null)
      byMid.set(change.idempotencyKey, [...(byMid.get(change.idempotencyKey) ?? []), change]);
  }
  for (const write of run.writes) {
    const changes = byMid.get(write.mid) ?? [];
    const isEdit = write.url.endsWith('/edit');
    const list = write.body['list'];
    const ids = write.body['ids'];
    const expectedChanges = Array.isArray(list) ? list.length : Array.isArray(ids) ? ids.length : 1;
    if (changes.length > expectedChanges) found.push(`${write.mid} is in the log ${changes.length} times`);
    // An edit of a field that already has the value changes nothing.
    if (write.state === 'acked' && changes.length < expectedChanges && !isEdit)
      found.push(`${write.mid} was acknowledged and is not in the log: ${json(write)}`);
    if (write.state === 'refused' && !write.isUncertain && changes.length > 0)
      found.push(`${write.mid} was refused and is in the log: ${json(write)} ${json(changes)}`);
    if (!isEdit) continue;
    const base = write.body['_base'] as Readonly<Record<string, unknown>>;
    found.push(...changes.flatMap((change) => findUnseenBase(write.mid, rowBefore(change), base)));
    if (write.state === 'acked' && changes.length === 0 && !couldBeUnchanged(write.body, log)) {
      found.push(`${write.mid} was acknowledged and is not in the log: ${json(write)}`);
    }
  }
  return found;
}
const findUnseenBase = (mid: string, was: StoredRow, base: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(base)
    .filter(([field, seen]) => json(was[field]) !== json(seen))
    .map(([field, seen]) => `${mid} replaced ${field} ${json(was[field])}, its writer had seen ${json(seen)}`);
/** Whether the row had the edited value at some revision. */
const couldBeUnchanged = (body: Readonly<Record<string, unknown>>, log: readonly LoggedChange[]): boolean => {
  const field = Object.keys(body['_base'] as object)[0] ?? '';
  return log.some(
    ({ entityName, rowId, image }) =>
      entityName === ENTITY && rowId === body['id'] && json(image?.[field]) === json(body[field]),
  );
};

/** A store showed for each revision of a row only values that the row had at that revision. */
function checkShownValues(staff: StaffMember, log: readonly LoggedChange[]): string[] {
  const images = new Map<string, StoredRow>(
    log.flatMap(({ entityName, rowId, revision, image }) =>
      entityName === ENTITY && image ? [[`${rowId}:${revision}`, image] as const] : [],
    ),
  );
  const shortColumns = [...getColumns(proofRow).values()].filter(
    ({ long, sensitivity }) => !long && sensitivity !== 'secret',
  );
  const found: string[] = [];
  const rows = new Set(log.filter(({ entityName }) => entityName === ENTITY).map(({ rowId }) => rowId));
  for (const [key, { id, v, row }] of staff.watch.states()) {
    // A row of an earlier run.
    if (!rows.has(id)) continue;
    const image = images.get(key);
    if (!image) {
      found.push(`${staff.username} showed row ${id} at revision ${v}, which never was`);
      continue;
    }
    if (typeof row['story'] === 'object' && row['story'] !== null)
      found.push(`${staff.username} was sent a placeholder instead of a story`);
    const wire = projectRow(proofRow, image, shortColumns);
    for (const { name } of shortColumns)
      if (name in row && json(row[name]) !== json(wire[name]))
        found.push(
          `${staff.username} showed ${name} ${json(row[name])} at revision ${v} of row ${id}, which was ${json(wire[name])}`,
        );
  }
  return found;
}

interface PermissionPeriod {
  readonly from: number;
  readonly at: number;
  readonly actor: Actor | undefined;
}
const getActor = (staff: StaffMember, preset: Preset, enabled: boolean): Actor | undefined =>
  enabled
    ? {
        ...SYSTEM,
        kind: 'staff',
        id: staff.id,
        name: staff.username,
        isSuper: staff.group === null,
        permissions: new Set(preset.rules),
        scope: preset.data_scope === 'all' || staff.group === null ? 'all' : [staff.id],
      }
    : undefined;
/** The permissions of one person, by the sequence number from which they apply. */
export function permissionPeriods(
  staff: StaffMember,
  start: Preset,
  log: readonly LoggedChange[],
): readonly PermissionPeriod[] {
  let preset = start;
  let enabled = true;
  const all: PermissionPeriod[] = [{ from: 0, at: 0, actor: getActor(staff, preset, enabled) }];
  for (const { entityName, rowId, image, seq, at } of log) {
    if (entityName === 'admin_group' && rowId === staff.group && image) {
      preset = { rules: (image['rules'] ?? []) as string[], data_scope: image['data_scope'] === 'all' ? 'all' : 'own' };
    } else if (entityName === 'admin' && rowId === staff.id && image) enabled = image['status'] === 1;
    else continue;
    all.push({ from: seq, at, actor: getActor(staff, preset, enabled) });
  }
  return all;
}

/** A range of the log in which a row had one image. */
interface Span {
  readonly from: number;
  upTo: number;
  readonly img: StoredRow;
}
interface ValueHistory {
  readonly field: string;
  readonly spans: Span[];
  /** All images of the row, also those with another value. */
  readonly row: readonly Span[];
}
function valueHistories(log: readonly LoggedChange[]): ReadonlyMap<string, ValueHistory> {
  const histories = new Map<string, ValueHistory>();
  const now = new Map<number, Span>();
  const rows = new Map<number, Span[]>();
  for (const { entityName, rowId, seq, image } of log) {
    if (entityName !== ENTITY) continue;
    const last = now.get(rowId);
    if (last) last.upTo = seq - 1;
    now.delete(rowId);
    if (!image) continue;
    const span = { from: seq, upTo: Infinity, img: image };
    now.set(rowId, span);
    const row = rows.get(rowId) ?? [];
    rows.set(rowId, row);
    row.push(span);
    for (const [field, value] of Object.entries(image)) {
      if (typeof value !== 'string' || !value.startsWith('CANARY-')) continue;
      const history = histories.get(value) ?? { field, spans: [], row };
      history.spans.push(span);
      histories.set(value, history);
    }
  }
  return histories;
}

const readable = (actor: Actor) => readableColumns(actor, proofRow).map(({ name }) => name);

const SLACK_MS = 250;
/**
 * Whether a value was readable when it was sent. Frames carry present values only; responses also carry earlier values of a row
 * that is readable now, as its history and the conflict of a stale edit do.
 */
function mayRead(
  { canary, at, kind }: DetectedLeak,
  history: ValueHistory,
  periods: readonly PermissionPeriod[],
): boolean {
  const since = history.spans[0]?.from ?? Infinity;
  const spans = kind === 'live' ? history.spans : history.row.filter((span) => span.upTo >= since);
  const reached = periods.filter((period) => period.at <= at + SLACK_MS);
  return reached.some(({ from, actor }, index) => {
    const upTo = (reached[index + 1]?.from ?? Infinity) - 1;
    const rows = actor && grantedRows(actor, proofRow, 'read');
    if (!actor || !rows || !readableColumns(actor, proofRow).some(({ name }) => name === history.field)) return false;
    const inside = compileFilter(proofRow, rows);
    return spans.some((span) => {
      const wasSent = kind !== 'live' || span.img[history.field] === canary;
      return span.from <= upTo && span.upTo >= from && wasSent && inside(span.img);
    });
  });
}

/** No value reached a person without the permission to read it at that time. */
function checkNoLeak(run: ModelRun, staff: StaffMember, log: readonly LoggedChange[], preset: Preset): string[] {
  const histories = valueHistories(log);
  const periods = permissionPeriods(staff, preset, log);
  const own = new Set(
    run.writes
      .filter(({ who }) => run.staff[who] === staff)
      .flatMap(({ body }) => json(body).match(/CANARY-[^"]+\./g) ?? []),
  );
  const found: string[] = [];
  for (const leak of staff.leaks.sightings()) {
    const [, , , field = ''] = leak.canary.split('-');
    const column = findColumn(proofRow, field);
    const stale = !leak.canary.startsWith(`CANARY-${ENTITY}-${run.startSeq}-`);
    // Writers know the values they wrote, whatever they may read when the response arrives.
    if (stale || own.has(leak.canary)) continue;
    if (column?.sensitivity === 'secret') found.push(`${staff.username} was sent the secret ${leak.canary}`);
    else if (column?.long) {
      if (leak.kind === 'live') found.push(`${staff.username} was sent the long ${leak.canary} in a frame`);
    } else {
      const history = histories.get(leak.canary);
      if (!history || !mayRead(leak, history, periods))
        found.push(
          `${staff.username} was sent ${leak.canary} (${leak.kind}) without permission to read it: ${json({
            at: leak.at,
            spans: history?.spans.map(({ from, upTo, img }) => [from, upTo, img['owner_id']]),
            periods: periods.map(({ from, at, actor }) => [from, at, actor?.scope, actor && readable(actor)]),
          })}`,
        );
    }
  }
  return found;
}

/** Checks all invariants. `presets`: the permissions of each person's group at the start of the run. */
export async function checkRun(run: ModelRun, presets: ReadonlyMap<StaffMember, Preset>): Promise<string[]> {
  const log = await run.server.log(run.startSeq);
  const fallback = PRESETS[0] ?? { rules: [], data_scope: 'own' };
  return [
    ...(await checkLogIsGapless(run, log)),
    ...checkNoLostUpdate(run, log),
    ...run.staff.flatMap((staff) => checkShownValues(staff, log)),
    ...run.staff.flatMap((staff) => checkNoLeak(run, staff, log, presets.get(staff) ?? fallback)),
    ...run.violations,
  ];
}
