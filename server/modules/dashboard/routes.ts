/** Dashboard routes: start of work and the layout. Metrics come by the live channel. */
import { z } from 'zod';
import { translate } from '../../../common/locales/translate';
import type { RouteCall, HandlerResult } from '../../engine/http/routeRegistry';
import type { ModuleServices } from '../../engine/http/moduleServices';
import { readBoards } from '../../access/kiosk/dashboardLayouts';
import { kioskScopeOf } from '../../access/kiosk/kioskTokens';
import { saveLayout } from './saveLayout';
import type { WorkingTime } from './workingTime';
import { registerAlertFindingRoute } from './alertFindingRoutes';

const layoutInput = z.object({ cards: z.array(z.unknown()).nullable() });

interface DashboardDeps extends ModuleServices {
  readonly workingTime: WorkingTime;
}
export function registerDashboardRoutes(deps: DashboardDeps): void {
  const {
    routes: { add: route },
  } = deps;
  registerAlertFindingRoute(deps);
  route({
    method: 'GET',
    path: '/admin/Dashboard/dashboard',
    realm: 'admin',
    access: 'admin',
    query: [],
    body: 'none',
    inPerson: true,
    kiosk: true,
    summary: 'Get the dashboard: remark, start of the working time, and the caller’s layout',
    handler: (call) => getDashboard(call, deps),
  });
  route({
    method: 'POST',
    path: '/admin/Dashboard/arrange',
    realm: 'admin',
    access: 'admin',
    query: [],
    body: 'json',
    input: layoutInput,
    inPerson: true,
    summary: 'Save the caller’s dashboard layout; null resets it',
    handler: async ({ ctx, body }) => {
      await saveLayout(ctx, deps.writer, body['cards']);
      return { msg: translate(ctx.lang, 'success.saved') };
    },
  });
}

async function getDashboard(
  { ctx }: RouteCall,
  { workingTime, loadScreenRemark }: DashboardDeps,
): Promise<HandlerResult> {
  const { services, actor } = ctx;
  const kioskScope = kioskScopeOf(actor);
  // A kiosk display has cards but no working time.
  if (kioskScope)
    return {
      data: { remark: '', work_since: 0, time_zone: services.settings.timeZone, own: kioskScope.cards, shared: null },
    };
  const [workingSince, layouts, remark] = await Promise.all([
    workingTime.since(actor.id),
    readBoards(services, actor.id),
    loadScreenRemark('dashboard'),
  ]);
  return { data: { remark, work_since: workingSince, time_zone: ctx.services.settings.timeZone, ...layouts } };
}
