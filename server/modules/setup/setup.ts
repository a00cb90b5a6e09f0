/** The first administrator of a house nobody has a password for: made once, by whoever holds the link of the last hour. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { SYSTEM } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Issue } from '../../../common/entity/issue';
import { say } from '../../../common/locales/words';
import { fault } from '../../../common/protocol/faults';
import { attempt, household, LOGIN_WINDOW } from '../../access/limits';
import { passwordTrouble } from '../../access/passwordPolicy';
import { noteSecurity } from '../../behaviours/securityEvents';
import type { Body } from '../../platform/http/body';
import type { RequestCall, HandlerResult, RouteRegistry } from '../../engine/http/routeRegistry';
import type { Writer } from '../../engine/write/writer';
import type { RequestContext, Services } from '../../context';

const LIFE_MS = 3_600_000;
const TRIES = { tries: 10, windowMs: LOGIN_WINDOW };
const text = z.string().max(200);
const input = z.object({ key: text, username: text, password: text, repeat_password: text });

export interface Setup {
  /** Opens the door for an hour when there is no super administrator; answers the path of its link. */
  readonly open: () => Promise<string | undefined>;
  readonly isOpen: () => boolean;
}
interface Door {
  readonly digest: Buffer;
  readonly until: number;
}

export function createSetup(services: Services, { add: route }: RouteRegistry, writer: Writer): Setup {
  let door: Door | undefined;
  const isOpen = (): boolean => door !== undefined && door.until > services.clock.now();
  /** The door is shut while somebody goes through, so that two cannot; it opens again when the data was refused. */
  const goThrough = async (call: RequestCall): Promise<HandlerResult> => {
    if (isOpen()) await attempt(services, `setup:${household(call.ctx.ip)}`, TRIES);
    if (!isOpen() || door === undefined) throw fault('route.missing', { url: '/api/setup/admin' });
    if (!timingSafeEqual(door.digest, digestOf(String(call.body['key'])))) throw fault('access.denied');
    const kept = door;
    door = undefined;
    try {
      return await makeFirst(call.ctx, call.body, writer);
    } catch (error) {
      door = kept;
      throw error;
    }
  };
  route({
    method: 'POST',
    path: '/api/setup/admin',
    realm: 'member',
    access: 'guest',
    withoutToken: true,
    query: [],
    body: 'json',
    input,
    summary: 'Make the first administrator, with the key of the setup link',
    handler: goThrough,
  });
  return {
    isOpen,
    open: async () => {
      if (await hasSuper(services)) return undefined;
      const key = randomBytes(32).toString('base64url');
      door = { digest: digestOf(key), until: services.clock.now() + LIFE_MS };
      // After the hash sign nothing is sent to any server or written to any log.
      return `/setup#${key}`;
    },
  };
}

const digestOf = (key: string): Buffer => createHash('sha256').update(key).digest();

async function makeFirst(ctx: RequestContext, body: Body, writer: Writer): Promise<HandlerResult> {
  const { services } = ctx;
  const [username, password] = [String(body['username']), String(body['password'])];
  const trouble = passwordTrouble(password, { min: services.settings.passwordMin.admin, names: [username] });
  const issues: Issue[] = trouble ? [{ path: 'password', ...trouble }] : [];
  if (body['repeat_password'] !== password) issues.push({ path: 'repeat_password', code: 'password_repeat' });
  if (issues.length > 0) throw fault('row.invalid', undefined, { fields: issues });
  if (await hasSuper(services)) throw fault('route.missing', { url: '/api/setup/admin' });
  const group = (await superGroups(services))[0];
  const made = await writer.inTransaction({ ...ctx, actor: SYSTEM, channel: 'system' }, async (writer) => {
    const draft = { name: 'Super administrators', rules: ['*'], data_scope: 'all' };
    const id = group ?? (await writer.create(entityNamed(services, 'admin_group'), draft)).id;
    const person = { username, nickname: username, password, group_arr: [id] };
    return writer.create(entityNamed(services, 'admin'), person);
  });
  await noteSecurity(ctx, writer, { kind: 'first_admin', realm: 'admin', principal: made.id, name: username });
  return { data: { routeName: 'adminLogin', routePath: '/admin/login' }, msg: say(ctx.lang, 'done.admin_added') };
}

const entityNamed = ({ registry }: Services, name: string): AnyEntity => {
  const entity = registry.get(name);
  if (!entity) throw fault('server.not_implemented');
  return entity;
};

const listOf = (stored: string | null): readonly unknown[] => {
  const list: unknown = JSON.parse(stored ?? '[]');
  return Array.isArray(list) ? list : [];
};
async function superGroups({ db }: Services): Promise<readonly number[]> {
  const rows = await db.rows<{ readonly id: number; readonly rules: string | null }>(
    'SELECT id, rules FROM `admin_group` WHERE delete_time IS NULL AND status = 1',
  );
  return rows.filter(({ rules }) => listOf(rules).includes('*')).map(({ id }) => Number(id));
}
async function hasSuper(services: Services): Promise<boolean> {
  const groups = await superGroups(services);
  const admins = await services.db.rows<{ readonly group_arr: string | null }>(
    'SELECT group_arr FROM `admin` WHERE delete_time IS NULL AND status = 1',
  );
  return admins.some(({ group_arr: own }) => listOf(own).some((id) => groups.includes(Number(id))));
}
