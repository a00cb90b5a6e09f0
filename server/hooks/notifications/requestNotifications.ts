/** Notices of requests that visitors sent by a form of the site, to the admins who may list them. */
import type { AnyEntity } from '../../../common/entity/entity';
import { permissionKey } from '../../../common/entity/permissionKeys';
import type { NoticeTextKey } from '../../../common/notices';
import { truncate } from '../../../common/text/normalize';
import { ALL_PERMISSIONS } from '../../access/rbac/rbac';
import type { AppliedChange } from '../../engine/write/context/hookRegistry';
import type { HookContext } from '../../engine/write/context/hookContext';
import { findAdminsWhoCan } from '../permissions/approvers';
import { findVisitorLocale } from './formConfirmation';
import type { Notification } from './notify';

const TEXTS = {
  lead: { single: 'lead_new', plural: 'leads_new' },
  trial_request: { single: 'request_new', plural: 'requests_new' },
} as const satisfies Readonly<Record<string, Readonly<Record<'single' | 'plural', NoticeTextKey>>>>;
const isRequest = (name: string): name is keyof typeof TEXTS => Object.hasOwn(TEXTS, name);

/** The most admins who get a notice of one request, and the length of a title in it. */
const MAX_RECIPIENTS = 200;
const MAX_TITLE_LENGTH = 60;

/** Enabled admins who may list the rows of an entity. */
const adminsWhoList = (hook: HookContext, entity: AnyEntity): Promise<readonly number[]> =>
  findAdminsWhoCan(
    hook,
    ({ permissions }) => permissions.has(ALL_PERMISSIONS) || permissions.has(permissionKey(entity, 'index')),
  );

/** The notifications of new requests; several unread ones become one notice. */
export async function createRequestNotifications(
  hook: HookContext,
  applied: readonly AppliedChange[],
): Promise<readonly Notification[]> {
  const perChange = await Promise.all(
    applied.map(async (change) => {
      const { entity, after } = change;
      if (!isRequest(entity.name) || findVisitorLocale(change) === undefined) return [];
      const { single, plural } = TEXTS[entity.name];
      const id = Number(after['id']);
      const title = after[entity.spec.title];
      const admins = (await adminsWhoList(hook, entity)).slice(0, MAX_RECIPIENTS);
      return admins.map((admin): Notification => ({
        to: { realm: 'admin', id: admin },
        kind: 'request',
        single: { text: single, link: `/admin/${entity.name}/${id}` },
        plural: { text: plural, link: `/admin/${entity.name}` },
        params: { title: typeof title === 'string' ? truncate(title, MAX_TITLE_LENGTH) : `#${id}` },
        group: `new:${entity.name}`,
        items: [String(id)],
        hasUniqueItems: true,
      }));
    }),
  );
  return perChange.flat();
}
