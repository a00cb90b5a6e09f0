/** What a dashboard asks once: since when its reader is at work, and how the cards lie. Figures come by the live channel. */
import { z } from 'zod';
import { say } from '../../../common/locales/words';
import type { RequestCall, HandlerResult, RouteRegistry } from '../../engine/http/routeRegistry';
import type { Writer } from '../../engine/write/writer';
import { boardsOf } from '../../access/boards';
import { sightOf } from '../../access/walls';
import { arrange } from './boards';
import type { Workdays } from './workdays';
import { routeFound } from './found';

const arranged = z.object({ cards: z.array(z.unknown()).nullable() });

interface DashboardParts {
  readonly workdays: Workdays;
  readonly writer: Writer;
  /** The remark of a screen's menu rule. */
  readonly remarkOf: (screen: string) => Promise<string>;
}
export function routeDashboard(routes: RouteRegistry, parts: DashboardParts): void {
  const { add: route } = routes;
  routeFound(routes);
  route({
    method: 'GET',
    path: '/admin/Dashboard/dashboard',
    realm: 'admin',
    access: 'admin',
    query: [],
    body: 'none',
    inPerson: true,
    kiosk: true,
    summary: 'The note above the dashboard, since when the caller is at work, and how his cards lie',
    handler: (call) => dashboard(call, parts),
  });
  route({
    method: 'POST',
    path: '/admin/Dashboard/arrange',
    realm: 'admin',
    access: 'admin',
    query: [],
    body: 'json',
    input: arranged,
    inPerson: true,
    summary: 'Keep how the caller arranged his dashboard; null takes it back',
    handler: async ({ ctx, body }) => {
      await arrange(ctx, parts.writer, body['cards']);
      return { msg: say(ctx.lang, 'done.saved') };
    },
  });
}

async function dashboard({ ctx }: RequestCall, { workdays, remarkOf }: DashboardParts): Promise<HandlerResult> {
  const { services, actor } = ctx;
  const sight = sightOf(actor);
  // A screen on a wall has its cards, and nobody's working time.
  if (sight)
    return {
      data: { remark: '', work_since: 0, time_zone: services.settings.timeZone, own: sight.cards, shared: null },
    };
  const [since, boards, remark] = await Promise.all([
    workdays.since(actor.id),
    boardsOf(services, actor.id),
    remarkOf('dashboard'),
  ]);
  return { data: { remark, work_since: since, time_zone: ctx.services.settings.timeZone, ...boards } };
}
