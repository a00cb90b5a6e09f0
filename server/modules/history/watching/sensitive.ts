/** The sensitive data log's two further verbs: a change whole, as far as its reader may see it, and rolling it back. */
import { sensitiveLog } from '../../../../common/entities/sensitiveLog';
import { readableColumns, writableColumns } from '../../../../common/entity/access';
import type { AnyEntity } from '../../../../common/entity/entity';
import type { Json } from '../../../../common/entity/field';
import type { StoredRow } from '../../../../common/entity/meta';
import { project, toWire, type Wire } from '../../../../common/entity/project';
import { say } from '../../../../common/locales/words';
import { fault } from '../../../../common/protocol/faults';
import { beginning } from '../../../../common/text/clean';
import { parseId, parseIds } from '../../../engine/http/parseParams';
import { textIn } from '../../../behaviours/watchRules';
import type { RequestCall, HandlerResult } from '../../../engine/http/routeRegistry';
import type { Draft, TxWriter, Writer } from '../../../engine/write/writer';
import type { RequestContext, Tx } from '../../../context';
import { linesWhere } from '../lines';
import { maySeePast, storedRow } from '../read';
import { columnOf, linesOf, nounOf, tryEach } from './entries';

interface Past {
  readonly before: Json;
  readonly after: Json;
  /** Of the row once the act was done. */
  readonly revision: number;
}

/** What the record's own history says of a line: whole values, which the line shows cut. */
async function pastOf(tx: Pick<Tx, 'rows'>, entity: AnyEntity, line: StoredRow): Promise<Past | undefined> {
  const field = textIn(line, 'data_field');
  const found = await linesWhere(tx, 'cid = ? AND ent = ? AND eid = ? ORDER BY seq', [
    ...[textIn(line, 'cid'), entity.name],
    Number(line['id_value']),
  ]);
  const steps = found.flatMap(({ diff, revision }) => {
    const step = diff[field];
    return step ? [{ before: step[0], after: step[1], revision }] : [];
  });
  const [first, last] = [steps[0], found.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return { before: first.before, after: steps.at(-1)?.after ?? null, revision: last.revision };
}

const mayRead = (ctx: Pick<RequestContext, 'actor'>, entity: AnyEntity, field: unknown): boolean =>
  readableColumns(ctx.actor, entity).some(({ name }) => name === field);

export async function tellChange({ ctx, query }: RequestCall): Promise<HandlerResult> {
  const id = parseId(query['id']);
  const row = await ctx.services.db.snapshot(async (tx): Promise<Wire> => {
    const [line] = await linesOf({ tx, ctx }, sensitiveLog, [id]);
    if (line === undefined) throw fault('row.missing');
    const entity = nounOf(ctx, line);
    const told = project(sensitiveLog, line, readableColumns(ctx.actor, sensitiveLog));
    const now = await storedRow(tx, entity, Number(line['id_value']));
    const column = columnOf(entity, line);
    const isOpen = maySeePast(ctx.actor, entity, now) && mayRead(ctx, entity, column?.name);
    const past = isOpen ? await pastOf(tx, entity, line) : undefined;
    if (past === undefined || column === undefined) return told;
    return { ...told, before: toWire(column, past.before), after: toWire(column, past.after) };
  });
  return { data: { row } };
}

/** An edit like any other, by the rights of who asks: based on the value the line left, so that later work is never lost. */
export async function rollBack({ ctx, body }: RequestCall, writer: Writer): Promise<HandlerResult> {
  const ids = parseIds(body['ids'] ?? body['id']);
  const data = await writer.changeSet(
    { ...ctx, channel: 'undo' },
    { verb: 'rollback', about: beginning(`${sensitiveLog.name}: ${ids.join(', ')}`, 200), input: { ids } },
    async (writer, hook) => {
      const lines = await linesOf({ tx: hook.tx, ctx: hook }, sensitiveLog, ids);
      return tryEach(hook, lines, (entity, line) => backOne({ ctx: hook, tx: hook.tx, within: writer }, entity, line));
    },
  );
  return { data, msg: say(ctx.lang, 'done.saved') };
}

async function backOne(
  { ctx, tx, within: writer }: { readonly ctx: RequestContext; readonly tx: Tx; readonly within: TxWriter },
  entity: AnyEntity,
  line: StoredRow,
): Promise<void> {
  const column = columnOf(entity, line);
  const past = await pastOf(tx, entity, line);
  // a secret stands in no history, and what a behaviour alone keeps is not rolled back by hand
  const isOpen = column !== undefined && writableColumns(ctx.actor, entity).some(({ name }) => name === column.name);
  if (!isOpen || past === undefined) throw fault('access.denied');
  const id = Number(line['id_value']);
  const [base, values]: [Draft, Draft] = [
    { [column.name]: toWire(column, past.after) },
    { [column.name]: toWire(column, past.before) },
  ];
  await writer.update(entity, { ...values, id, revision: past.revision, _base: base as Record<string, Json> });
}
