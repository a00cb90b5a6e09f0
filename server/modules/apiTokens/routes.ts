/** Showing a token to its owner: once, with the password given again. An API token, or the link of a screen on a wall. */
import { z } from 'zod';
import { fault } from '../../../common/protocol/faults';
import { printApiToken } from '../../access/apiTokens';
import { printWall } from '../../access/walls';
import type { Call, Done, Inventory } from '../../engine/inventory';
import { lockClause } from '../../engine/rows';
import type { Writer } from '../../engine/writer';
import { ident } from '../../platform/sql';

const chosen = z.object({ id: z.number().int().positive() });

type Print = (keys: readonly string[], id: number, salt: string) => string;
const KINDS: Readonly<Record<string, { readonly print: Print; readonly summary: string }>> = {
  api_token: { print: printApiToken, summary: 'Show one of the caller’s own API tokens, once' },
  wall_screen: { print: printWall, summary: 'Show the link of one of the caller’s own wall screens, once' },
};

export function routeApiTokens({ route }: Inventory, writer: Writer): void {
  for (const [name, { print, summary }] of Object.entries(KINDS))
    route({
      method: 'POST',
      path: `/admin/${name}/show`,
      realm: 'admin',
      access: 'admin',
      node: `${name}/index`,
      query: [],
      body: 'json',
      input: chosen,
      stepUp: true,
      summary,
      handler: (call) => show(call, writer, name, print),
    });
}

/** Nobody sees the token of another, and nobody sees one twice. */
async function show({ ctx, body }: Call, writer: Writer, name: string, print: Print): Promise<Done> {
  const { kit, actor } = ctx;
  const entity = kit.registry.get(name);
  const id = Number(body['id']);
  if (!entity) throw fault('row.missing');
  const salt = await writer.inTransaction(ctx, async (_within, step) => {
    const [row] = await step.tx.rows<{ readonly salt: string }>(
      `SELECT salt FROM ${ident(name)} WHERE id = ? AND admin_id = ? AND shown_time IS NULL AND delete_time IS NULL${lockClause(kit.db.dialect)}`,
      [id, actor.id],
    );
    if (!row) throw fault('row.missing');
    await step.house.update(entity, { id, shown_time: Math.floor(kit.clock.now() / 1000) });
    return row.salt;
  });
  return { data: { token: print(kit.env.appKeys, id, salt) } };
}
