/** Routes that only older clients call: their settings, designer and click captcha, the picture of people without one, the tables of the database. */
import sharp from 'sharp';
import { crudDesign } from '../../common/entities/crudDesign';
import { hasPermission } from '../../common/entity/access';
import type { AnyEntity } from '../../common/entity/entity';
import { permissionKey } from '../../common/entity/permissionKeys';
import { entityLabels } from '../../common/locales/entityLabels';
import { stringOrEmpty } from '../../common/json';
import type { DesignerRouteDeps } from '../designer/routes';
import type { HandlerResult, RouteCall } from '../engine/http/routeRegistry';
import type { InstallerRouteDeps } from '../installer/routes';
import { registerBookedMemberRoutes } from './pages/bookedMember';
import { registerClickCaptchaRoutes } from './session/clickCaptcha';
import { registerCompatDesignerRoutes } from './designer/designerRoutes';
import { registerCompatModuleRoutes } from './modules/moduleRoutes';
import { registerCompatStoreRoutes } from './modules/storeRoutes';
import { DEFAULT_AVATAR_PATH } from './olderClient';
import { registerCompatSignInRoutes } from './session/compatSignIn';
import { registerGroupedSettingsRoutes } from './settings/groupedSettings';

export function registerCompatRoutes(moduleServices: DesignerRouteDeps & InstallerRouteDeps): void {
  const { add: route } = moduleServices.routes;
  registerCompatSignInRoutes(moduleServices);
  registerClickCaptchaRoutes(moduleServices);
  registerBookedMemberRoutes(moduleServices);
  registerGroupedSettingsRoutes(moduleServices);
  registerCompatDesignerRoutes(moduleServices);
  registerCompatModuleRoutes(moduleServices);
  registerCompatStoreRoutes(moduleServices);
  route({
    method: 'GET',
    path: DEFAULT_AVATAR_PATH,
    realm: 'member',
    access: 'guest',
    ignoresToken: true,
    query: [],
    body: 'none',
    summary: 'Get the picture of people without one, for older clients',
    handler: sendDefaultAvatar,
  });
  const lists = { method: 'GET', realm: 'admin', access: 'admin', body: 'none', tokenScope: 'any' } as const;
  const pickerQuery = ['select', 'quickSearch', 'quick_search', 'page', 'limit', 'order', 'initKey', 'initValue'];
  route({
    ...lists,
    path: '/admin/ajax/getTableList',
    query: [...pickerQuery, 'connection', 'samePrefix', 'excludeTable'],
    summary: 'List the tables whose rows the caller may list, for older clients',
    handler: (call) => Promise.resolve({ data: { list: listTables(call) } }),
  });
  route({
    // As the list of tables of our designer: only who may design needs to know the databases.
    method: 'GET',
    realm: 'admin',
    access: 'super',
    body: 'none',
    rejectsApiTokens: true,
    entity: crudDesign,
    path: '/admin/ajax/getDatabaseConnectionList',
    query: pickerQuery,
    summary: 'List the database connections, for older clients',
    handler: ({ ctx }) =>
      Promise.resolve({ data: { list: [{ key: '', type: ctx.services.db.dialect, database: '***' }] } }),
  });
}

const AVATAR = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><rect width="200" height="200" fill="#dfe3ea"/>
<g fill="#8b95a7"><circle cx="100" cy="78" r="36"/><path d="M28 200c0-44 32-68 72-68s72 24 72 68z"/></g></svg>`;
let avatarImage: Promise<Buffer> | undefined;
/** A failed attempt is not kept. */
const drawAvatar = (): Promise<Buffer> =>
  sharp(Buffer.from(AVATAR))
    .png({ palette: true })
    .toBuffer()
    .catch((error: unknown) => {
      avatarImage = undefined;
      throw error;
    });

async function sendDefaultAvatar({ request, response }: RouteCall): Promise<HandlerResult> {
  avatarImage ??= drawAvatar();
  const image = await avatarImage;
  response.setHeader('Content-Type', 'image/png');
  response.setHeader('Content-Length', image.length);
  response.setHeader('Cache-Control', 'public, max-age=86400');
  response.end(request.method === 'HEAD' ? undefined : image);
  return { sent: true };
}

/** The tables of entities that the caller may list, by the names of their definitions. */
function listTables({ ctx, query }: RouteCall): readonly object[] {
  const { services, actor, lang } = ctx;
  const word = stringOrEmpty(query['quickSearch'] ?? query['quick_search']).toLowerCase();
  const excluded = [query['excludeTable'] ?? query['excludeTable[]'] ?? []].flat();
  const isOpen = (entity: AnyEntity) =>
    entity.spec.access.staff !== undefined &&
    entity.spec.personal !== true &&
    hasPermission(actor, permissionKey(entity, 'index'));
  return services.registry.all
    .filter((entity) => isOpen(entity) && !excluded.includes(entity.name))
    .map((entity) => ({ table: entity.name, comment: entityLabels(entity, lang).many, connection: '', prefix: '' }))
    .filter(({ table, comment }) => table.includes(word) || comment.toLowerCase().includes(word));
}
