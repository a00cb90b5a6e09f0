/** Routes by which members write rows of an entity under `/api`, as its access clauses allow: new rows, and removing their own. */
import type { AnyEntity } from '../../../common/entity/entity';
import { getIdField } from '../../../common/entity/publicId';
import { entityLabels } from '../../../common/locales/entityLabels';
import { translate } from '../../../common/locales/translate';
import { LIMITS } from '../../../common/limits';
import { fault } from '../../../common/protocol/faults';
import { countAttempt } from '../../access/limits/rateLimits';
import type { RequestContext } from '../../context';
import { placeholders, quoteIdentifier } from '../../platform/database/sql';
import type { ModuleServices } from './moduleServices';
import { parseIds } from './parseParams';
import { countMessage, findEntityMessage } from './successMessages';

const HOUR_MS = 3_600_000;

/** Counts a new row before it is validated. Error: `auth.throttled`. */
async function countNewRow({ services, actor }: RequestContext, entity: AnyEntity): Promise<void> {
  const { hits, until } = await countAttempt(services, `member_add:${entity.name}:${actor.id}`, HOUR_MS);
  if (hits <= LIMITS.memberRowsPerHour) return;
  const seconds = Math.max(1, Math.ceil((until - services.clock.now()) / 1000));
  throw fault('auth.throttled', { seconds }, { data: { seconds } });
}

/** The ids of rows that a member names by their public ids. Error: `row.missing` for an unknown one. */
async function storedIds(
  { services, actor }: RequestContext,
  entity: AnyEntity,
  ids: readonly number[],
): Promise<readonly number[]> {
  const field = getIdField(actor, entity);
  if (field === 'id') return ids;
  const rows = await services.db.rows<{ readonly id: number }>(
    `SELECT id FROM ${quoteIdentifier(entity.name)} WHERE ${quoteIdentifier(field)} IN (${placeholders(ids.length)})`,
    ids,
  );
  if (rows.length !== ids.length) throw fault('row.missing');
  return rows.map(({ id }) => Number(id));
}

type RouteOptions = Pick<ModuleServices, 'routes' | 'writer'>;

/** Registers the routes that the access of members grants. `verbs`: those that it grants. */
export function addMemberWriteRoutes(
  { routes, writer }: RouteOptions,
  entity: AnyEntity,
  verbs: { readonly create: boolean; readonly remove: boolean },
): void {
  const shared = { method: 'POST', realm: 'member', access: 'member', query: [], body: 'json', entity } as const;
  const path = (action: string) => `/api/${entity.name}/${action}`;
  if (verbs.create)
    routes.add({
      ...shared,
      path: path('add'),
      summary: 'Add a row',
      handler: async ({ ctx, body }) => {
        await countNewRow(ctx, entity);
        const written = await writer.create(ctx, entity, body);
        // Members know a row by the id that they read, never by the stored one.
        const data = { ...written, id: written.row['id'] };
        const msg =
          findEntityMessage(ctx.lang, entity, 'add') ??
          translate(ctx.lang, 'success.added', { one: entityLabels(entity, ctx.lang).one });
        return { data, msg };
      },
    });
  if (verbs.remove)
    routes.add({
      ...shared,
      path: path('del'),
      summary: 'Delete rows, all or none',
      handler: async ({ ctx, body }) => {
        const ids = await storedIds(ctx, entity, parseIds(body['ids']));
        const { ids: removed } = await writer.remove(ctx, entity, ids);
        return { msg: countMessage(ctx.lang, 'deleted', removed.length) };
      },
    });
}
