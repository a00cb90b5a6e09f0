/** Routes of the first steps that the console shows an admin. */
import { z } from 'zod';
import { translate } from '../../../common/locales/translate';
import { parseGettingStarted } from '../../access/preferences';
import type { RouteCall, HandlerResult } from '../../engine/http/routeRegistry';
import type { ModuleServices } from '../../engine/http/moduleServices';
import type { Writer } from '../../engine/write/writer';
import { savePreference } from '../../hooks/access/savePreference';
import { loadGettingStarted } from './gettingStarted';

const emptyInput = z.strictObject({});

export function registerGettingStartedRoutes({ routes: { add: route }, writer }: ModuleServices): void {
  const own = { realm: 'admin', access: 'admin', query: [], rejectsApiTokens: true } as const;
  route({
    ...own,
    method: 'GET',
    path: '/admin/gettingStarted/index',
    body: 'none',
    summary: 'Get the caller’s first steps, and which are done',
    handler: async ({ ctx }) => ({ data: await loadGettingStarted(ctx) }),
  });
  route({
    ...own,
    method: 'POST',
    path: '/admin/gettingStarted/dismiss',
    body: 'json',
    input: emptyInput,
    summary: 'Hide the caller’s first steps',
    handler: (call) => dismiss(call, writer),
  });
}

async function dismiss({ ctx }: RouteCall, writer: Writer): Promise<HandlerResult> {
  const slot = { realm: 'admin', personId: ctx.actor.id, name: 'getting_started' } as const;
  await savePreference({ ...ctx, writer }, slot, (stored) => ({ ...parseGettingStarted(stored), isDismissed: true }));
  return { msg: translate(ctx.lang, 'success.saved') };
}
