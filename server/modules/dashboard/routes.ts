/** Dashboard routes: start of work, the layout, and metrics of the past. The live channel sends the current metrics. */
import { z } from 'zod';
import { translate } from '../../../common/locales/translate';
import type { RouteCall, HandlerResult } from '../../engine/http/routeRegistry';
import type { ModuleServices } from '../../engine/http/moduleServices';
import { loadAsOfMetrics } from '../../engine/read/asOf/asOfMetrics';
import { parseMoment } from '../../engine/read/asOf/moment';
import { metricRecordSchema } from '../../live/counters/metric';
import { loadDashboards } from '../../access/dashboards/dashboardLayouts';
import { findKioskScope } from '../../access/kiosk/kioskScope';
import { saveLayout } from './saveLayout';
import type { WorkingTime } from './workingTime';
import { registerMeasuredValueRoute } from './measuredValueRoute';

const asOfInput = z.strictObject({ asOf: z.number().int().nonnegative(), metrics: metricRecordSchema });
const layoutInput = z.object({ cards: z.array(z.unknown()).nullable() });

interface DashboardDeps extends ModuleServices {
  readonly workingTime: WorkingTime;
}
export function registerDashboardRoutes(deps: DashboardDeps): void {
  const {
    routes: { add: route },
  } = deps;
  registerMeasuredValueRoute(deps);
  route({
    method: 'GET',
    path: '/admin/Dashboard/dashboard',
    realm: 'admin',
    access: 'admin',
    query: [],
    body: 'none',
    rejectsApiTokens: true,
    allowsKiosk: true,
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
    rejectsApiTokens: true,
    summary: 'Save the caller’s dashboard layout; null resets it',
    handler: async ({ ctx, body }) => {
      await saveLayout(ctx, deps.writer, body['cards']);
      return { msg: translate(ctx.lang, 'success.saved') };
    },
  });
  route({
    method: 'POST',
    path: '/admin/Dashboard/asOf',
    realm: 'admin',
    access: 'admin',
    query: [],
    body: 'json',
    input: asOfInput,
    rejectsApiTokens: true,
    summary: 'Compute metrics of a dashboard as of a past point in time, from the history',
    handler: getMetricsAsOf,
  });
}

async function getMetricsAsOf({ ctx, body }: RouteCall): Promise<HandlerResult> {
  const { asOf, metrics } = asOfInput.parse(body);
  const moment = parseMoment(ctx.services, String(asOf)) ?? asOf;
  return { data: { ...(await loadAsOfMetrics(ctx, metrics, moment)) } };
}

async function getDashboard(
  { ctx }: RouteCall,
  { workingTime, loadScreenRemark }: DashboardDeps,
): Promise<HandlerResult> {
  const { services, actor } = ctx;
  const kioskScope = findKioskScope(actor);
  // A kiosk display has cards but no working time.
  if (kioskScope)
    return {
      data: { remark: '', work_since: 0, time_zone: services.settings.timeZone, own: kioskScope.cards, shared: null },
    };
  const [workingSince, layouts, remark] = await Promise.all([
    workingTime.loadStart(actor.id),
    loadDashboards(services, actor.id),
    loadScreenRemark('dashboard'),
  ]);
  return { data: { remark, work_since: workingSince, time_zone: ctx.services.settings.timeZone, ...layouts } };
}
