/** Figures as one reader may have them: judged by its rights, named alike for all who may see the same, cut to their time. */
import { z } from 'zod';
import { grantedRows, readableColumns, unlessDeleted, type Actor } from '../../../common/entity/access';
import { EVERYTHING } from '../../../common/entity/filter';
import { columnNamed } from '../../../common/entity/meta';
import type { Registry } from '../../../common/entity/registry';
import { columnsNamed, foldingOf, placeOf, type Folding } from '../../../common/live/measure';
import { LIMITS } from '../../../common/limits';
import type { Cell, DashRequest, Figure, Measure } from '../../../common/protocol/live';
import { moneyOf } from '../../../common/text/moneys';
import { plus, type Sum } from '../../../common/text/sums';
import type { Zone } from '../../../common/text/zone';
import { showsFigure, sightOf } from '../../access/walls';
import { filterSchema, hash, refusedCondition, short } from '../spec';
import { foldKey, sumOf, type Fold } from './fold';
import { standingFolding } from './keeper';

/** A figure somebody may have. */
export interface Judged {
  readonly key: string;
  readonly fold: string;
  readonly folding: Folding;
  readonly span: Figure['span'];
}

const name = z.string().min(1).max(64);
const span = z.strictObject({ grain: z.enum(['hour', 'day']), count: z.number().int().min(1).max(LIMITS.figureSpan) });
const figure = z.strictObject({
  e: name,
  when: short.pipe(filterSchema).optional(),
  add: name.optional(),
  by: name.optional(),
  at: name.optional(),
  span: span.optional(),
});
export const dashSchema: z.ZodType<DashRequest> = z.strictObject({
  w: z
    .record(z.string().min(1).max(64), figure)
    .refine((all) => Object.keys(all).length <= LIMITS.figures, { message: 'too many' }),
  online: z.boolean().optional(),
}) as z.ZodType<DashRequest>;

/** Unknown and unreadable are answered alike. */
export function judge(registry: Registry, actor: Actor, asked: Figure): Judged | 400 | 404 {
  const entity = registry.get(asked.e);
  const rows = entity && grantedRows(actor, entity, 'read');
  const sight = sightOf(actor);
  if (entity === undefined || rows === undefined || (sight && !showsFigure(sight, asked))) return 404;
  const columns = columnsNamed(entity, asked);
  const readable = readableColumns(actor, entity);
  const when = asked.when ?? EVERYTHING;
  if (columns === undefined || (asked.span !== undefined && asked.at === undefined)) return 400;
  if (columns.some((column) => !readable.includes(column))) return 404;
  if (refusedCondition(when, readable) !== undefined) return 400;
  const folding = foldingOf(entity, asked, { all: [rows, when, unlessDeleted(actor, entity, when)] });
  const fold = foldKey(folding);
  return { key: hash([fold, asked.span?.grain ?? null, asked.span?.count ?? null]), fold, folding, span: asked.span };
}

/** Whether somebody may have a figure as the house itself counts it: all of its rows, and every column it names. */
export function mayCount(registry: Registry, actor: Actor, asked: Measure): boolean {
  const judged = judge(registry, actor, asked);
  const whole = standingFolding(registry, asked);
  return typeof judged !== 'number' && whole !== undefined && judged.fold === foldKey(whole);
}

const valueOf = ({ folding: { entity, measure } }: Fold): ((sum: Sum) => number | string) => {
  const isMoney = measure.add !== undefined && columnNamed(entity, measure.add)?.kind === 'money';
  // what is no exact number any more is told in its digits
  return isMoney ? moneyOf : (sum) => (typeof sum === 'bigint' ? String(sum) : sum);
};

/** Where the first hour or day of a figure begins. */
const beginOf = (zone: Zone, { grain, count }: NonNullable<Figure['span']>, now: number): number =>
  zone.last(grain, count, now)[0] ?? now;

/** All cells of a figure. */
export function wholeFigure(fold: Fold, { span: asked }: Judged, zone: Zone, now: number): readonly Cell[] {
  const say = valueOf(fold);
  if (asked === undefined) return [...fold.totals].map(([dim, sum]): Cell => [dim, 0, say(sum)]);
  const begin = beginOf(zone, asked, now);
  const sums = new Map<string, Map<number, Sum>>();
  for (const [key, value] of fold.cells) {
    const { bucket, dim } = placeOf(key);
    if (bucket < begin) continue;
    const start = zone.startOf(asked.grain, bucket);
    const along = sums.get(dim) ?? new Map<number, Sum>();
    sums.set(dim, along.set(start, plus(along.get(start) ?? 0, value)));
  }
  return [...sums].flatMap(([dim, along]) => [...along].map(([at, sum]): Cell => [dim, at, say(sum)]));
}

/** The cells of a figure that moved. */
export function movedFigure(fold: Fold, { span: asked }: Judged, zone: Zone, now: number): readonly Cell[] {
  const say = valueOf(fold);
  const places = [...fold.touched].map(placeOf);
  if (asked === undefined)
    return [...new Set(places.map(({ dim }) => dim))].map((dim): Cell => [dim, 0, say(fold.totals.get(dim) ?? 0)]);
  const begin = beginOf(zone, asked, now);
  const cells = new Map<string, Cell>();
  for (const { bucket, dim } of places) {
    if (bucket < begin) continue;
    const start = zone.startOf(asked.grain, bucket);
    const key = `${start}|${dim}`;
    if (!cells.has(key)) cells.set(key, [dim, start, say(sumOf(fold, dim, start, endOf(zone, asked.grain, start)))]);
  }
  return [...cells.values()];
}
const endOf = (zone: Zone, grain: 'hour' | 'day', start: number): number =>
  zone.startOf(grain, start + (grain === 'day' ? 26 : 1) * 3600);
