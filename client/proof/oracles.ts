/** What must hold of a run whatever happened in it, told by its change log. */
import { grantedRows, readableColumns, SYSTEM, type Actor } from '../../common/entity/access';
import { compileFilter } from '../../common/query/compileFilter';
import { findColumn, columnsOf, type StoredRow } from '../../common/entity/columns';
import { projectRow } from '../../common/entity/projectRow';
import type { ProofServer } from '../../server/proof/proofServer';
import { proofRow } from '../../server/proof/proofRow';
import type { Sighting } from './spill';
import { PRESETS, type Preset, type Stage, type Staff } from './stage';

type LoggedChange = Awaited<ReturnType<ProofServer['log']>>[number];
const E = 'proof_row';
const json = (value: unknown) => JSON.stringify(value ?? null);
const before = ({ img, prev }: LoggedChange): StoredRow => ({ ...img, ...prev });

/** Numbers without a hole, revisions without a step left out, and the rows as the log says. */
async function gapless(stage: Stage, log: readonly LoggedChange[]): Promise<string[]> {
  const found: string[] = [];
  log.forEach((change, at) => {
    if (change.seq !== stage.start + at + 1)
      found.push(`the log has ${change.seq} where ${stage.start + at + 1} belongs`);
  });
  const last = new Map<number, number>();
  for (const change of log.filter(({ ent }) => ent === E)) {
    const due = (last.get(change.eid) ?? 0) + 1;
    if (change.ver !== due) found.push(`row ${change.eid} was logged with revision ${change.ver} where ${due} belongs`);
    last.set(change.eid, change.ver);
  }
  const rows = await stage.house.db().rows<{ id: number; revision: number }>(`SELECT id, revision FROM ${E}`);
  for (const { id, revision } of rows) {
    const logged = last.get(Number(id)) ?? 0;
    if (Number(revision) !== logged) found.push(`row ${id} has revision ${revision} and ${logged} changes`);
  }
  const holes = stage.house.stats()?.tailer.holes ?? 0;
  if (holes > 0) found.push(`the follower of the log met ${holes} holes`);
  return found;
}

/** Every acknowledged write is in the log once; what an edit replaced is what its writer had seen. */
function noLostUpdate(stage: Stage, log: readonly LoggedChange[]): string[] {
  const found: string[] = [];
  const byMid = new Map<string, LoggedChange[]>();
  for (const change of log) {
    if (change.ent === E && change.mid !== null) byMid.set(change.mid, [...(byMid.get(change.mid) ?? []), change]);
  }
  for (const write of stage.writes) {
    const changes = byMid.get(write.mid) ?? [];
    const isEdit = write.url.endsWith('/edit');
    const list = write.body['list'];
    const ids = write.body['ids'];
    const due = Array.isArray(list) ? list.length : Array.isArray(ids) ? ids.length : 1;
    if (changes.length > due) found.push(`${write.mid} is in the log ${changes.length} times`);
    // An edit that found its own value already there changes nothing.
    if (write.state === 'acked' && changes.length < due && !isEdit)
      found.push(`${write.mid} was acknowledged and is not in the log: ${json(write)}`);
    if (write.state === 'refused' && !write.doubtful && changes.length > 0)
      found.push(`${write.mid} was refused and is in the log: ${json(write)} ${json(changes)}`);
    if (!isEdit) continue;
    const base = write.body['_base'] as Readonly<Record<string, unknown>>;
    found.push(...changes.flatMap((change) => unseen(write.mid, before(change), base)));
    if (write.state === 'acked' && changes.length === 0 && !wasNothing(write.body, log)) {
      found.push(`${write.mid} was acknowledged and is not in the log: ${json(write)}`);
    }
  }
  return found;
}
const unseen = (mid: string, was: StoredRow, base: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(base)
    .filter(([field, seen]) => json(was[field]) !== json(seen))
    .map(([field, seen]) => `${mid} replaced ${field} ${json(was[field])}, its writer had seen ${json(seen)}`);
/** Whether an edit could have met its own value. */
const wasNothing = (body: Readonly<Record<string, unknown>>, log: readonly LoggedChange[]): boolean => {
  const field = Object.keys(body['_base'] as object)[0] ?? '';
  return log.some(({ ent, eid, img }) => ent === E && eid === body['id'] && json(img?.[field]) === json(body[field]));
};

/** What a store showed of a row at a revision is what the row was at that revision. */
function truthful(staff: Staff, log: readonly LoggedChange[]): string[] {
  const images = new Map<string, StoredRow>(
    log.flatMap(({ ent, eid, ver, img }) => (ent === E && img ? [[`${eid}:${ver}`, img] as const] : [])),
  );
  const short = [...columnsOf(proofRow).values()].filter(({ long, sensitivity }) => !long && sensitivity !== 'secret');
  const found: string[] = [];
  const rows = new Set(log.filter(({ ent }) => ent === E).map(({ eid }) => eid));
  for (const [key, { id, v, row }] of staff.watch.states()) {
    // Left over from the run before.
    if (!rows.has(id)) continue;
    const image = images.get(key);
    if (!image) {
      found.push(`${staff.username} showed row ${id} at revision ${v}, which never was`);
      continue;
    }
    if (typeof row['story'] === 'object' && row['story'] !== null)
      found.push(`${staff.username} was told a mark instead of a story`);
    const wire = projectRow(proofRow, image, short);
    for (const { name } of short)
      if (name in row && json(row[name]) !== json(wire[name]))
        found.push(
          `${staff.username} showed ${name} ${json(row[name])} at revision ${v} of row ${id}, which was ${json(wire[name])}`,
        );
  }
  return found;
}

interface Reign {
  readonly from: number;
  readonly at: number;
  readonly actor: Actor | undefined;
}
const actorOf = (staff: Staff, preset: Preset, enabled: boolean): Actor | undefined =>
  enabled
    ? {
        ...{ ...SYSTEM, kind: 'staff', id: staff.id, name: staff.username, super: staff.group === null },
        nodes: new Set(preset.rules),
        scope: preset.data_scope === 'all' || staff.group === null ? 'all' : [staff.id],
      }
    : undefined;
/** What one person was entitled to, from which number of the log on. */
export function reigns(staff: Staff, start: Preset, log: readonly LoggedChange[]): readonly Reign[] {
  let preset = start;
  let enabled = true;
  const all: Reign[] = [{ from: 0, at: 0, actor: actorOf(staff, preset, enabled) }];
  for (const { ent, eid, img, seq, at } of log) {
    if (ent === 'admin_group' && eid === staff.group && img) {
      preset = { rules: (img['rules'] ?? []) as string[], data_scope: img['data_scope'] === 'all' ? 'all' : 'own' };
    } else if (ent === 'admin' && eid === staff.id && img) enabled = img['status'] === 1;
    else continue;
    all.push({ from: seq, at, actor: actorOf(staff, preset, enabled) });
  }
  return all;
}

/** One value's life: the images of its row from its writing to its replacement. */
interface Span {
  readonly from: number;
  upTo: number;
  readonly img: StoredRow;
}
interface Life {
  readonly field: string;
  readonly spans: Span[];
  /** Every image of the row since it was there at all: what it became counts too. */
  readonly row: readonly Span[];
}
function livesOf(log: readonly LoggedChange[]): ReadonlyMap<string, Life> {
  const lives = new Map<string, Life>();
  const now = new Map<number, Span>();
  const rows = new Map<number, Span[]>();
  for (const { ent, eid, seq, img } of log) {
    if (ent !== E) continue;
    const last = now.get(eid);
    if (last) last.upTo = seq - 1;
    now.delete(eid);
    if (!img) continue;
    const span = { from: seq, upTo: Infinity, img };
    now.set(eid, span);
    const row = rows.get(eid) ?? [];
    rows.set(eid, row);
    row.push(span);
    for (const [field, value] of Object.entries(img)) {
      if (typeof value !== 'string' || !value.startsWith('CANARY-')) continue;
      const life = lives.get(value) ?? { field, spans: [], row };
      life.spans.push(span);
      lives.set(value, life);
    }
  }
  return lives;
}

const readable = (actor: Actor) => readableColumns(actor, proofRow).map(({ name }) => name);

const SLACK_MS = 250;
/**
 * Frames tell what is, as long as it is. Answers also tell of the past of a row one may see by now, as its history does: what
 * an edit made on an older state is told that others changed meanwhile.
 */
function mayKnow({ canary, at, kind }: Sighting, life: Life, rights: readonly Reign[]): boolean {
  const since = life.spans[0]?.from ?? Infinity;
  const spans = kind === 'live' ? life.spans : life.row.filter((span) => span.upTo >= since);
  const reached = rights.filter((reign) => reign.at <= at + SLACK_MS);
  return reached.some(({ from, actor }, index) => {
    const upTo = (reached[index + 1]?.from ?? Infinity) - 1;
    const rows = actor && grantedRows(actor, proofRow, 'read');
    if (!actor || !rows || !readableColumns(actor, proofRow).some(({ name }) => name === life.field)) return false;
    const inside = compileFilter(proofRow, rows);
    return spans.some((span) => {
      const told = kind !== 'live' || span.img[life.field] === canary;
      return span.from <= upTo && span.upTo >= from && told && inside(span.img);
    });
  });
}

/** No byte that reached a person held a value the person might not read at that time. */
function noLeak(stage: Stage, staff: Staff, log: readonly LoggedChange[], preset: Preset): string[] {
  const lives = livesOf(log);
  const rights = reigns(staff, preset, log);
  const own = new Set(
    stage.writes
      .filter(({ who }) => stage.staff[who] === staff)
      .flatMap(({ body }) => json(body).match(/CANARY-[^"]+\./g) ?? []),
  );
  const found: string[] = [];
  for (const sighting of staff.spill.sightings()) {
    const [, , , field = ''] = sighting.canary.split('-');
    const column = findColumn(proofRow, field);
    const stale = !sighting.canary.startsWith(`CANARY-${E}-${stage.start}-`);
    // What somebody wrote is no news to him, whatever he may read by the time he is answered.
    if (stale || own.has(sighting.canary)) continue;
    if (column?.sensitivity === 'secret') found.push(`${staff.username} was sent the secret ${sighting.canary}`);
    else if (column?.long) {
      if (sighting.kind === 'live') found.push(`${staff.username} was sent the long ${sighting.canary} in a frame`);
    } else {
      const life = lives.get(sighting.canary);
      if (!life || !mayKnow(sighting, life, rights))
        found.push(
          `${staff.username} was sent ${sighting.canary} (${sighting.kind}) and might not read it: ${json({
            at: sighting.at,
            lived: life?.spans.map(({ from, upTo, img }) => [from, upTo, img['owner_id']]),
            rights: rights.map(({ from, at, actor }) => [from, at, actor?.scope, actor && readable(actor)]),
          })}`,
        );
    }
  }
  return found;
}

/** Everything the log can tell of a run. `presets`: what each person's group held when it began. */
export async function judge(stage: Stage, presets: ReadonlyMap<Staff, Preset>): Promise<string[]> {
  const log = await stage.house.log(stage.start);
  const fallback = PRESETS[0] ?? { rules: [], data_scope: 'own' };
  return [
    ...(await gapless(stage, log)),
    ...noLostUpdate(stage, log),
    ...stage.staff.flatMap((staff) => truthful(staff, log)),
    ...stage.staff.flatMap((staff) => noLeak(stage, staff, log, presets.get(staff) ?? fallback)),
    ...stage.violations,
  ];
}
