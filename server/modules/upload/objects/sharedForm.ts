/**
 * Uploads of clients that know no tickets: the bootstrap gives each signed-in person one signed form. It lets that person send files below
 * a prefix of their own, and the callback keeps each of them once.
 */
import { LIMITS } from '../../../../common/limits';
import { fault } from '../../../../common/protocol/faults';
import { macs } from '../../../access/keys';
import type { RequestContext, Services } from '../../../context';
import { failureOf } from '../../../platform/failure';
import { marks } from '../../../platform/sql';
import { countUpload } from '../allowance';
import { storeOf } from './places';
import { checkAnnounced, INCOMING, type Ticket } from './tickets';

const PURPOSE = 'upload_form';
export const FORMS = `${INCOMING}form/`;
const FORM_KEY = /^\/?incoming\/form\/([A-Za-z0-9_-]{43})\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/;
const FORM_SECONDS = LIMITS.uploadFormSeconds;

const tagsOf = ({ services, actor }: RequestContext): readonly string[] =>
  macs(services.env.appKeys, PURPOSE, `${actor.realm}:${actor.id}`);

/** What the site's upload settings say to this person besides: where to send files, and the name each gets there. */
export function sharedForm(ctx: RequestContext): {
  readonly url?: string;
  readonly params?: object;
  readonly savename?: string;
} {
  const { services, actor } = ctx;
  const store = services.settings.upload.mode === 'local' ? undefined : storeOf(services);
  const [tag] = tagsOf(ctx);
  if (!store || tag === undefined || (actor.realm !== 'staff' && actor.realm !== 'member')) return {};
  const prefix = `${FORMS}${tag}/`;
  const form = store.form({
    key: { prefix },
    size: [1, services.settings.upload.maxBytes],
    seconds: FORM_SECONDS,
    at: new Date(services.clock.now()),
  });
  return { ...form, savename: `/${prefix}{random32}{.suffix}` };
}

interface Told {
  readonly url: string;
  readonly name?: string | undefined;
  readonly size?: number | undefined;
  readonly type?: string | undefined;
}
/** The key that a callback names, when it lies below this person's own prefix. */
export function formKeyOf(ctx: RequestContext, address: string): string | undefined {
  const key = storeOf(ctx.services)?.keyOf(address) ?? address;
  const tag = FORM_KEY.exec(key)?.[1];
  return tag !== undefined && tagsOf(ctx).includes(tag) ? key.replace(/^\//, '') : undefined;
}

/** Claims the object for this one callback: a second callback for the same key is refused. */
export async function claimForm(
  ctx: RequestContext,
  key: string,
  { name = '', size = 0, type = '' }: Told,
): Promise<Ticket> {
  const { services, actor } = ctx;
  const checked = checkAnnounced(services.settings.upload, { name, size, type });
  await countUpload(ctx);
  const ids = macs(services.env.appKeys, PURPOSE, key);
  const id = ids[0] ?? '';
  const now = services.clock.now();
  const claimed = services.db.transact(async (tx) => {
    const [known] = await tx.rows(`SELECT id FROM \`upload_ticket\` WHERE id IN (${marks(ids.length)})`, [...ids]);
    if (known) throw fault('upload.ticket');
    await tx.run(
      'INSERT INTO `upload_ticket` (id, realm, person_id, object_key, name, topic, mimetype, size, expires_at, used_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      [id, actor.realm, actor.id, key, checked.name, 'default', checked.type, size, now + FORM_SECONDS * 1000, now],
    );
  });
  await claimed.catch((error: unknown) => {
    // a simultaneous callback has inserted it first
    throw failureOf(error).kind === 'unique' ? fault('upload.ticket') : error;
  });
  return { id, key, name: checked.name, size, type: checked.type, topic: 'default', isForm: true };
}

/** The store was away, or the file is still on its way: the same callback may come again. */
export async function releaseForm({ db }: Services, { id }: Ticket): Promise<void> {
  await db.transact((tx) => tx.run('DELETE FROM `upload_ticket` WHERE id = ?', [id]));
}
