/** Reveals a secret once, after the password was entered again: of an API token, a kiosk display, an app or a webhook. */
import { z } from 'zod';
import type { Actor } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import type { StoredRow } from '../../../common/entity/columns';
import { fault } from '../../../common/protocol/faults';
import { deriveApiToken } from '../../access/tokens/apiTokens';
import { deriveAppSecret } from '../../access/tokens/appSecrets';
import { deriveWebhookSecret } from '../../access/tokens/webhookSecrets';
import { deriveKioskToken } from '../../access/kiosk/kioskTokens';
import type { RouteCall, HandlerResult } from '../../engine/http/routeRegistry';
import type { ModuleServices } from '../../engine/http/moduleServices';
import { decodeRow } from '../../engine/schema/model';
import { isInScope } from '../../engine/write/stages/authorize';
import { rowLockClause } from '../../platform/database/sql';
import type { HookContext } from '../../engine/write/context/hookContext';
import type { Writer } from '../../engine/write/writer';
import { quoteIdentifier } from '../../platform/database/sql';

const idInput = z.object({ id: z.number().int().positive() });

type DeriveSecret = (keys: readonly string[], id: number, salt: string) => string;
interface SecretKind {
  readonly deriveSecret: DeriveSecret;
  /** The column with the salt from which the secret is derived; apps and webhooks store it in `secret`. */
  readonly sourceColumn: string;
  /** Whether only the row's own admin may see the secret, or any admin who may read the row and holds the permission. */
  readonly isOwnerOnly: boolean;
  readonly permission: string;
  readonly summary: string;
}
const SECRET_KINDS: Readonly<Record<string, SecretKind>> = {
  api_token: {
    deriveSecret: deriveApiToken,
    sourceColumn: 'salt',
    isOwnerOnly: true,
    permission: 'api_token/index',
    summary: 'Reveal one of the caller’s API tokens, once',
  },
  wall_screen: {
    deriveSecret: deriveKioskToken,
    sourceColumn: 'salt',
    isOwnerOnly: true,
    permission: 'wall_screen/index',
    summary: 'Reveal the link of one of the caller’s display screens, once',
  },
  app: {
    deriveSecret: deriveAppSecret,
    sourceColumn: 'secret',
    isOwnerOnly: false,
    permission: 'app/reset_secret',
    summary: 'Reveal the secret of an app, once',
  },
  webhook: {
    deriveSecret: deriveWebhookSecret,
    sourceColumn: 'secret',
    isOwnerOnly: true,
    permission: 'webhook/index',
    summary: 'Reveal the secret of one of the caller’s webhooks, once',
  },
};

export function registerRevealSecretRoutes({ routes: { add: route }, writer }: ModuleServices): void {
  for (const [name, kind] of Object.entries(SECRET_KINDS))
    route({
      method: 'POST',
      path: `/admin/${name}/show`,
      realm: 'admin',
      access: 'admin',
      permission: kind.permission,
      query: [],
      body: 'json',
      input: idInput,
      stepUp: true,
      summary: kind.summary,
      handler: (call) => revealSecret(call, writer, name, kind),
    });
}

/** Refuses the token of another admin and a second time. */
async function revealSecret(
  { ctx, body }: RouteCall,
  writer: Writer,
  name: string,
  kind: SecretKind,
): Promise<HandlerResult> {
  const { services } = ctx;
  const entity = services.registry.get(name);
  const id = Number(body['id']);
  if (!entity) throw fault('row.missing');
  const salt = await writer.inTransaction(ctx, async (_txWriter, hook) => {
    const found = await lockUnshownRow(hook, entity, id);
    if (found === undefined || !canSeeSecret(ctx.actor, entity, found, kind)) throw fault('row.missing');
    await hook.asSystem.update(entity, { id, shown_time: Math.floor(services.clock.now() / 1000) });
    return found[kind.sourceColumn];
  });
  if (typeof salt !== 'string' || salt === '') throw fault('row.missing');
  return { data: { token: kind.deriveSecret(services.env.appKeys, id, salt) } };
}

async function lockUnshownRow(
  { tx, services }: HookContext,
  entity: AnyEntity,
  id: number,
): Promise<StoredRow | undefined> {
  const sql = `SELECT * FROM ${quoteIdentifier(entity.name)} WHERE id = ? AND shown_time IS NULL AND delete_time IS NULL${rowLockClause(services.db.dialect)}`;
  const [raw] = await tx.rows<object>(sql, [id]);
  return raw && decodeRow(entity, raw);
}
const canSeeSecret = (actor: Actor, entity: AnyEntity, row: StoredRow, { isOwnerOnly }: SecretKind): boolean =>
  isOwnerOnly ? row['admin_id'] === actor.id : isInScope(actor, entity, 'read', row);
