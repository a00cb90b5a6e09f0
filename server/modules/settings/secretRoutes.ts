/** The route that stores secrets of config items, after a fresh password check. Other settings are rows of the entity `config`. */
import { z } from 'zod';
import { translate } from '../../../common/locales/translate';
import { fault } from '../../../common/protocol/faults';
import { MASK } from '../../../common/mask';
import type { RouteCall, HandlerResult } from '../../engine/http/routeRegistry';
import type { ModuleServices } from '../../engine/http/moduleServices';
import type { Writer } from '../../engine/write/writer';

const secretInput = z.strictObject({
  id: z.number().int().positive(),
  /** Empty: deletes the secret. */
  value: z
    .string()
    .max(512)
    .regex(/^[^\p{Cc}]*$/u),
});

export function registerSecretSettingRoutes({ routes: { add: route }, writer }: ModuleServices): void {
  route({
    method: 'POST',
    path: '/admin/config/seal',
    realm: 'admin',
    access: 'admin',
    permission: 'config/seal',
    query: [],
    body: 'json',
    input: secretInput,
    stepUp: true,
    summary: 'Save or clear a secret setting',
    handler: (call) => storeSecret(call, writer),
  });
}

async function storeSecret({ ctx, body }: RouteCall, writer: Writer): Promise<HandlerResult> {
  const entity = ctx.services.registry.get('config');
  if (!entity) throw fault('row.missing');
  const { id, value } = body;
  // The mask changes nothing.
  if (value === MASK) return { msg: translate(ctx.lang, 'success.none_saved') };
  const msg = translate(ctx.lang, value === '' || value === null ? 'success.secret_gone' : 'success.secret_saved');
  const { row, ...done } = await writer.runAction(ctx, entity, Number(id), 'seal', { value });
  return { data: { id: done.id, revision: done.revision, seq: done.seq, cid: done.cid, row }, msg };
}
