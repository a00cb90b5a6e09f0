/** What a client asks first: who am I, what may I see, how is this house set up. */
import { readableColumns, writableColumns, type Actor, may } from '../../../common/entity/access';
import type { TerminalSettings } from '../../../common/terminal';
import type { Call, Done, Inventory } from '../../engine/inventory';
import { sightOf } from '../../access/walls';
import { menuFor } from '../../engine/menu';
import { rightsMark } from '../../live/rights';
import { memberMenu } from './memberMenu';
import type { Kit } from '../../kit';
import { enabledRules } from './rules';
import { siteConfig } from './site';

/** What does not change while the house stands. */
export interface Site {
  readonly version: string;
  readonly build: string;
  /** What staff decided about the command terminal. */
  readonly terminal: (kit: Kit) => Promise<TerminalSettings>;
}

export function routeBootstrap({ route }: Inventory, site: Site): void {
  route({
    method: 'GET',
    path: '/admin/Index/index',
    realm: 'admin',
    access: 'admin',
    query: [],
    body: 'none',
    wall: true,
    summary: 'The console: menu, rights and settings of the caller',
    handler: (call) => consoleBootstrap(call, site),
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

async function consoleBootstrap({ ctx }: Call, site: Site): Promise<Done> {
  const { kit, actor } = ctx;
  const sight = sightOf(actor);
  // Before the rules are read: what changes in between is asked for again, not missed.
  const mark = await rightsMark(kit, actor);
  const { menus, permissions } = menuFor(actor, await enabledRules(kit));
  return {
    data: {
      adminInfo: sight ? nobody(sight.name) : await person(kit, 'admin', actor),
      menus: sight ? [] : menus,
      permissions,
      siteConfig: siteConfig(kit.settings, 'admin', site.version),
      terminal: await terminalFacts(kit, site),
      entities: entityRights(kit, actor),
      build: site.build,
      rights: mark,
    },
  };
}

/** Nobody sits at a screen on a wall; it has a name. */
const nobody = (name: string) => ({ id: 0, username: name, nickname: name, avatar: '', super: false });

async function terminalFacts(kit: Kit, site: Site) {
  const { port, manager } = await site.terminal(kit);
  return { installServicePort: String(port), npmPackageManager: manager };
}

async function publicBootstrap({ ctx, session }: Call, site: Site): Promise<Done> {
  const signedIn = session === undefined ? {} : { userInfo: await person(ctx.kit, 'user', ctx.actor) };
  const shown = siteConfig(ctx.kit.settings, 'member', site.version);
  return {
    data: {
      site: shown,
      siteConfig: shown,
      openMemberCenter: ctx.kit.settings.memberCentre,
      entities: entityRights(ctx.kit, ctx.actor),
      build: site.build,
      ...signedIn,
    },
  };
}

async function memberBootstrap({ ctx, session }: Call): Promise<Done> {
  const mark = await rightsMark(ctx.kit, ctx.actor);
  return {
    data: {
      rights: mark,
      // Support looks at the account: the page says so, until when.
      ...(session?.supportUntil === undefined ? {} : { support: Math.floor(session.supportUntil / 1000) }),
      userInfo: await person(ctx.kit, 'user', ctx.actor),
      menus: await memberMenu(ctx.kit, ctx.actor),
      entities: entityRights(ctx.kit, ctx.actor),
    },
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
