/** The route of an admin's favorites: the menu entries at the top of the console. */
import { z } from 'zod';
import { translate } from '../../../common/locales/translate';
import { MAX_FAVORITES } from '../../access/preferences';
import type { RouteCall, HandlerResult } from '../../engine/http/routeRegistry';
import type { ModuleServices } from '../../engine/http/moduleServices';
import type { Writer } from '../../engine/write/writer';
import { savePreference } from '../../hooks/access/savePreference';

const favoritesInput = z.strictObject({ ids: z.array(z.number().int().positive()).max(MAX_FAVORITES) });

export function registerFavoriteRoutes({ routes: { add: route }, writer }: ModuleServices): void {
  route({
    method: 'POST',
    path: '/admin/preference/favorites',
    realm: 'admin',
    access: 'admin',
    query: [],
    rejectsApiTokens: true,
    body: 'json',
    input: favoritesInput,
    summary: 'Save the caller’s favorite menu entries',
    handler: (call) => saveFavorites(call, writer),
  });
}

async function saveFavorites({ ctx, body }: RouteCall, writer: Writer): Promise<HandlerResult> {
  const { ids } = favoritesInput.parse(body);
  const slot = { realm: 'admin', personId: ctx.actor.id, name: 'favorites' } as const;
  await savePreference({ ...ctx, writer }, slot, () => [...new Set(ids)]);
  return { msg: translate(ctx.lang, 'success.saved') };
}
