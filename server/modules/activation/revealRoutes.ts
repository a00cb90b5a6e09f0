/** Shows whole activation codes to admins with the permission key, and records each time. */
import { z } from 'zod';
import { LIMITS } from '../../../common/limits';
import { fault } from '../../../common/protocol/faults';
import { truncate } from '../../../common/text/normalize';
import { decryptWholeCode } from '../../hooks/market/activationCodeHooks';
import type { RouteCall, HandlerResult } from '../../engine/http/routeRegistry';
import type { ModuleServices } from '../../engine/http/moduleServices';
import type { HookContext } from '../../engine/write/context/hookContext';
import type { TxWriter } from '../../engine/write/context/txWriter';
import type { Writer } from '../../engine/write/writer';
import type { Services } from '../../context';

const revealInput = z.object({ ids: z.array(z.number().int().positive()).min(1).max(LIMITS.maxBulkIds) });

export interface RevealedCode {
  readonly id: number;
  readonly code: string;
}

export function registerRevealRoute({ routes: { add: route }, writer }: ModuleServices): void {
  route({
    method: 'POST',
    path: '/admin/activation_code/reveal',
    realm: 'admin',
    access: 'admin',
    permission: 'activation_code/reveal',
    query: [],
    body: 'json',
    input: revealInput,
    summary: 'Reveal activation codes; recorded as a security event',
    handler: (call) => handleReveal(call, writer),
  });
}

const requireEntity = ({ registry }: Services, name: string) => {
  const entity = registry.get(name);
  if (entity === undefined) throw fault('row.missing');
  return entity;
};

/** The codes are stored nowhere: neither under the idempotency key nor in the audit entry. */
async function handleReveal({ ctx, body }: RouteCall, writer: Writer): Promise<HandlerResult> {
  const { idempotencyKey: _ownedByCaller, ...rest } = ctx;
  const ids = [...new Set(revealInput.parse(body).ids)];
  const codes: RevealedCode[] = [];
  await writer.changeSet(rest, { verb: 'reveal', about: 'activation_code' }, async (writer, hook) => {
    codes.length = 0;
    codes.push(...(await decryptCodes(writer, hook, ids)));
    await recordSecurityEvent(hook, ids.length);
    return {};
  });
  return { data: { codes } };
}

/** All or none: runs the row action for each code and decrypts them in the same transaction. */
async function decryptCodes(
  writer: TxWriter,
  hook: HookContext,
  ids: readonly number[],
): Promise<readonly RevealedCode[]> {
  const entity = requireEntity(hook.services, 'activation_code');
  for (const id of ids) await writer.runAction(entity, id, 'reveal', {});
  const rows = await hook.find(entity.name, { field: 'id', op: 'IN', value: ids });
  const byId = new Map(rows.map((row) => [row['id'], row]));
  return ids.map((id) => {
    const { mark = null, sealed: encryptedCode = null } = byId.get(id) ?? {};
    return {
      id,
      code: decryptWholeCode(hook.services.env.appKeys, {
        mark: stringOrNull(mark),
        sealed: stringOrNull(encryptedCode),
      }),
    };
  });
}
const stringOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** In the same transaction: without a security event no code is shown. */
const recordSecurityEvent = ({ asSystem, services, actor, ip, userAgent }: HookContext, rows: number) =>
  asSystem.create(requireEntity(services, 'security_event'), {
    kind: 'codes_revealed',
    name: truncate(actor.name, 30),
    admin_id: actor.id,
    ip: ip.slice(0, 45),
    useragent: truncate(userAgent, 255),
    detail: { entity: 'activation_code', rows },
  });
