/** First-run setup: creates the first super admin with a one-time link that is valid for an hour. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { AnyEntity } from '../../../common/entity/entity';
import type { Issue } from '../../../common/entity/issue';
import { translate } from '../../../common/locales/translate';
import { fault } from '../../../common/protocol/faults';
import { consumeAttempt, getIpPrefix, LOGIN_WINDOW_MS } from '../../access/limits/rateLimits';
import { checkPasswordPolicy } from '../../access/passwords/passwordPolicy';
import { recordSecurityEvent } from '../../hooks/audit/securityEvents';
import type { RequestBody } from '../../platform/http/readBody';
import type { RouteCall, HandlerResult, RouteRegistry } from '../../engine/http/routeRegistry';
import type { Writer } from '../../engine/write/writer';
import type { RequestContext, Services } from '../../context';
import { toSystemContext } from '../../platform/systemContext';

const LINK_TTL_MS = 3_600_000;
const ATTEMPT_LIMIT = { maxAttempts: 10, windowMs: LOGIN_WINDOW_MS };
const text = z.string().max(200);
const setupInput = z.object({ key: text, username: text, password: text, repeat_password: text });

export interface FirstAdminSetup {
  /** Opens the link for an hour when there is no super admin; returns its path. */
  readonly open: () => Promise<string | undefined>;
  readonly isOpen: () => boolean;
}
interface SetupLink {
  readonly digest: Buffer;
  readonly expiresAt: number;
}

export function createFirstAdminSetup(
  services: Services,
  { add: route }: RouteRegistry,
  writer: Writer,
): FirstAdminSetup {
  let link: SetupLink | undefined;
  const isOpen = (): boolean => link !== undefined && link.expiresAt > services.clock.now();
  /** Closed during a request, so that two requests cannot create two admins; opened again when the input was refused. */
  const handleCreateFirstAdmin = async (call: RouteCall): Promise<HandlerResult> => {
    if (isOpen()) await consumeAttempt(services, `setup:${getIpPrefix(call.ctx.ip)}`, ATTEMPT_LIMIT);
    if (!isOpen() || link === undefined) throw fault('route.missing', { url: '/api/setup/admin' });
    if (!timingSafeEqual(link.digest, hashKey(String(call.body['key'])))) throw fault('access.denied');
    const savedLink = link;
    link = undefined;
    try {
      return await createFirstAdmin(call.ctx, call.body, writer);
    } catch (error) {
      link = savedLink;
      throw error;
    }
  };
  route({
    method: 'POST',
    path: '/api/setup/admin',
    realm: 'member',
    access: 'guest',
    ignoresToken: true,
    query: [],
    body: 'json',
    input: setupInput,
    summary: 'Create the first administrator with the key of the setup link',
    handler: handleCreateFirstAdmin,
  });
  return {
    isOpen,
    open: async () => {
      if (await hasSuperAdmin(services)) return undefined;
      const key = randomBytes(32).toString('base64url');
      link = { digest: hashKey(key), expiresAt: services.clock.now() + LINK_TTL_MS };
      // Browsers never send the fragment to a server or log.
      return `/setup#${key}`;
    },
  };
}

const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest();

async function createFirstAdmin(ctx: RequestContext, body: RequestBody, writer: Writer): Promise<HandlerResult> {
  const { services } = ctx;
  const [username, password] = [String(body['username']), String(body['password'])];
  const policyIssue = checkPasswordPolicy(password, { min: services.settings.passwordMin.admin, names: [username] });
  const issues: Issue[] = policyIssue ? [{ path: 'password', ...policyIssue }] : [];
  if (body['repeat_password'] !== password) issues.push({ path: 'repeat_password', code: 'password_repeat' });
  if (issues.length > 0) throw fault('row.invalid', undefined, { fields: issues });
  if (await hasSuperAdmin(services)) throw fault('route.missing', { url: '/api/setup/admin' });
  const group = (await findSuperGroups(services))[0];
  const admin = await writer.inTransaction(toSystemContext(ctx, { keepsIdempotencyKey: true }), async (writer) => {
    const values = { name: 'Super administrators', rules: ['*'], data_scope: 'all' };
    const id = group ?? (await writer.create(requireEntity(services, 'admin_group'), values)).id;
    const person = { username, nickname: username, password, group_arr: [id] };
    return writer.create(requireEntity(services, 'admin'), person);
  });
  await recordSecurityEvent(ctx, writer, { kind: 'first_admin', realm: 'admin', principal: admin.id, name: username });
  return {
    data: { routeName: 'adminLogin', routePath: '/admin/login' },
    msg: translate(ctx.lang, 'success.admin_added'),
  };
}

const requireEntity = ({ registry }: Services, name: string): AnyEntity => {
  const entity = registry.get(name);
  if (!entity) throw fault('server.not_implemented');
  return entity;
};

const parseList = (stored: string | null): readonly unknown[] => {
  const list: unknown = JSON.parse(stored ?? '[]');
  return Array.isArray(list) ? list : [];
};
async function findSuperGroups({ db }: Services): Promise<readonly number[]> {
  const rows = await db.rows<{ readonly id: number; readonly rules: string | null }>(
    'SELECT id, rules FROM `admin_group` WHERE delete_time IS NULL AND status = 1',
  );
  return rows.filter(({ rules }) => parseList(rules).includes('*')).map(({ id }) => Number(id));
}
async function hasSuperAdmin(services: Services): Promise<boolean> {
  const groups = await findSuperGroups(services);
  const admins = await services.db.rows<{ readonly group_arr: string | null }>(
    'SELECT group_arr FROM `admin` WHERE delete_time IS NULL AND status = 1',
  );
  return admins.some(({ group_arr: adminGroups }) => parseList(adminGroups).some((id) => groups.includes(Number(id))));
}
