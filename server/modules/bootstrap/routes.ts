/** What a client asks first: who am I, what may I see, how is this house set up. */
import { readableColumns, writableColumns, type Actor, may } from '../../../common/entity/access';
import { LIMITS } from '../../../common/limits';
import type { Call, Done, Inventory } from '../../engine/inventory';
import { menuFor } from '../../engine/menu';
import type { Kit } from '../../kit';
import { enabledRules } from './rules';

/** What of the house's own settings every client knows. */
export interface Site {
  readonly siteName: string;
  readonly version: string;
  readonly build: string;
  readonly port: number;
  readonly upload: Readonly<Record<string, unknown>>;
}

export function routeBootstrap({ route }: Inventory, site: Site): void {
  route({
    method: 'GET',
    path: '/admin/Index/index',
    realm: 'admin',
    access: 'admin',
    query: [],
    body: 'none',
    summary: 'The console: menu, rights and settings of the caller',
    handler: (call) => consoleBootstrap(call, site),
  });
  route({
    method: 'GET',
    path: '/admin/Dashboard/dashboard',
    realm: 'admin',
    access: 'admin',
    query: [],
    body: 'none',
    summary: 'The note above the dashboard',
    handler: async () => ({ data: { remark: '' } }),
  });
  route({
    method: 'GET',
    path: '/api/Index/index',
    realm: 'member',
    access: 'guest',
    query: ['requiredLogin'],
    body: 'none',
    summary: 'The house as guests and members see it',
    handler: (call) => publicBootstrap(call, site),
  });
  route({
    method: 'GET',
    path: '/api/user/index',
    realm: 'member',
    access: 'member',
    query: [],
    body: 'none',
    summary: 'The signed-in member',
    handler: memberBootstrap,
  });
}

const siteConfig = (site: Site, min: number) => ({
  password: { min, max: LIMITS.passwordMax },
  siteName: site.siteName,
  recordNumber: '',
  version: site.version,
  cdnUrl: '',
  apiUrl: '',
  upload: site.upload,
});

async function consoleBootstrap({ ctx }: Call, site: Site): Promise<Done> {
  const { kit, actor } = ctx;
  const { menus, permissions } = menuFor(actor, await enabledRules(kit));
  return {
    data: {
      adminInfo: await person(kit, 'admin', actor),
      menus,
      permissions,
      siteConfig: siteConfig(site, kit.settings.passwordMin.admin),
      terminal: { installServicePort: String(site.port), npmPackageManager: 'pnpm' },
      entities: entityRights(kit, actor),
      build: site.build,
    },
  };
}

async function publicBootstrap({ ctx, session }: Call, site: Site): Promise<Done> {
  const signedIn = session === undefined ? {} : { userInfo: await person(ctx.kit, 'user', ctx.actor) };
  const shown = siteConfig(site, ctx.kit.settings.passwordMin.member);
  return {
    data: {
      site: shown,
      siteConfig: shown,
      openMemberCenter: true,
      entities: entityRights(ctx.kit, ctx.actor),
      build: site.build,
      ...signedIn,
    },
  };
}

async function memberBootstrap({ ctx }: Call): Promise<Done> {
  return {
    data: { userInfo: await person(ctx.kit, 'user', ctx.actor), menus: [], entities: entityRights(ctx.kit, ctx.actor) },
  };
}

/** The columns the caller may read and write, of every entity it may read. */
const entityRights = (kit: Kit, actor: Actor) =>
  Object.fromEntries(
    kit.registry.all
      .filter((entity) => may(actor, entity, 'read'))
      .map((entity) => [
        entity.name,
        {
          readable: readableColumns(actor, entity).map(({ name }) => name),
          writable: writableColumns(actor, entity).map(({ name }) => name),
        },
      ]),
  );

interface PersonRow {
  readonly id: number;
  readonly username: string;
  readonly nickname: string | null;
  readonly avatar: string | null;
  readonly last_login_time: number | null;
}
interface MemberRow extends PersonRow {
  readonly email: string | null;
  readonly mobile: string | null;
  readonly gender: number;
  readonly birthday: string | null;
  readonly money: number;
  readonly score: number;
  readonly motto: string | null;
  readonly last_login_ip: string | null;
  readonly join_time: number | null;
  readonly create_time: number;
}

async function person(kit: Kit, table: 'admin' | 'user', actor: Actor) {
  const sql = table === 'admin' ? 'SELECT * FROM `admin` WHERE id = ?' : 'SELECT * FROM `user` WHERE id = ?';
  const [row] = await kit.db.rows<MemberRow>(sql, [actor.id]);
  if (!row) return null;
  const shared = {
    id: Number(row.id),
    username: row.username,
    nickname: row.nickname ?? row.username,
    avatar: row.avatar ?? '',
    last_login_time: numberOf(row.last_login_time),
    lastlogintime: numberOf(row.last_login_time),
    super: actor.super,
  };
  return table === 'admin' ? shared : { ...shared, ...ownData(row) };
}

/** A member's own values, his restricted ones included. */
const ownData = (row: MemberRow) => ({
  email: row.email ?? '',
  mobile: row.mobile ?? '',
  gender: Number(row.gender),
  birthday: row.birthday ?? '',
  money: (Number(row.money) / 100).toFixed(2),
  score: Number(row.score),
  motto: row.motto ?? '',
  last_login_ip: row.last_login_ip ?? '',
  lastloginip: row.last_login_ip ?? '',
  join_time: numberOf(row.join_time ?? row.create_time),
  jointime: numberOf(row.join_time ?? row.create_time),
});
const numberOf = (value: number | null): number | null => (value === null ? null : Number(value));
