/** Showing what opens doors: once, with the password given again. An API token, the link of a screen on a wall, the secret of an app. */
import { z } from 'zod';
import type { Actor } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import type { StoredRow } from '../../../common/entity/meta';
import { fault } from '../../../common/protocol/faults';
import { printApiToken } from '../../access/apiTokens';
import { printAppSecret } from '../../access/appSecrets';
import { printWall } from '../../access/walls';
import type { RequestCall, HandlerResult, RouteRegistry } from '../../engine/http/routeRegistry';
import { decodeRow } from '../../engine/schema/model';
import { isInScope } from '../../engine/write/authorize';
import { lockClause } from '../../engine/write/hookContext';
import type { HookContext, Writer } from '../../engine/write/writer';
import { ident } from '../../platform/sql';

const chosen = z.object({ id: z.number().int().positive() });

type Print = (keys: readonly string[], id: number, salt: string) => string;
interface Kind {
  readonly print: Print;
  /** The column it is computed from. */
  readonly from: string;
  /** Who else than nobody may see it: the row’s own admin, or whoever reads the row and holds the node. */
  readonly own: boolean;
  readonly node: string;
  readonly summary: string;
}
const KINDS: Readonly<Record<string, Kind>> = {
  api_token: {
    ...{ print: printApiToken, from: 'salt', own: true, node: 'api_token/index' },
    summary: 'Show one of the caller’s own API tokens, once',
  },
  wall_screen: {
    ...{ print: printWall, from: 'salt', own: true, node: 'wall_screen/index' },
    summary: 'Show the link of one of the caller’s own wall screens, once',
  },
  app: {
    ...{ print: printAppSecret, from: 'secret', own: false, node: 'app/reset_secret' },
    summary: 'Show the secret of an app, once',
  },
};

export function routeApiTokens({ add: route }: RouteRegistry, writer: Writer): void {
  for (const [name, kind] of Object.entries(KINDS))
    route({
      method: 'POST',
      path: `/admin/${name}/show`,
      realm: 'admin',
      access: 'admin',
      node: kind.node,
      query: [],
      body: 'json',
      input: chosen,
      stepUp: true,
      summary: kind.summary,
      handler: (call) => show(call, writer, name, kind),
    });
}

/** Nobody sees the token of another, and nobody sees one twice. */
async function show({ ctx, body }: RequestCall, writer: Writer, name: string, kind: Kind): Promise<HandlerResult> {
  const { services } = ctx;
  const entity = services.registry.get(name);
  const id = Number(body['id']);
  if (!entity) throw fault('row.missing');
  const salt = await writer.inTransaction(ctx, async (_within, hook) => {
    const found = await unshown(hook, entity, id);
    if (found === undefined || !isFor(ctx.actor, entity, found, kind)) throw fault('row.missing');
    await hook.asSystem.update(entity, { id, shown_time: Math.floor(services.clock.now() / 1000) });
    return found[kind.from];
  });
  if (typeof salt !== 'string' || salt === '') throw fault('row.missing');
  return { data: { token: kind.print(services.env.appKeys, id, salt) } };
}

async function unshown({ tx, services }: HookContext, entity: AnyEntity, id: number): Promise<StoredRow | undefined> {
  const sql = `SELECT * FROM ${ident(entity.name)} WHERE id = ? AND shown_time IS NULL AND delete_time IS NULL${lockClause(services.db.dialect)}`;
  const [raw] = await tx.rows<object>(sql, [id]);
  return raw && decodeRow(entity, raw);
}
const isFor = (actor: Actor, entity: AnyEntity, row: StoredRow, { own }: Kind): boolean =>
  own ? row['admin_id'] === actor.id : isInScope(actor, entity, 'read', row);
