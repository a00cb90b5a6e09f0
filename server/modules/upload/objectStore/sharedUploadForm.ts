/**
 * Presigned POST form for clients without upload tickets: the bootstrap gives each signed-in person one signed form. It allows files below
 * a prefix of the person, and the callback stores each of them once.
 */
import { LIMITS } from '../../../../common/limits';
import { fault } from '../../../../common/protocol/faults';
import { computeHmacs } from '../../../access/crypto/crypto';
import type { RequestContext, Services } from '../../../context';
import { classifyDbError } from '../../../platform/database/dbErrors';
import { placeholders } from '../../../platform/database/sql';
import { enforceUploadRateLimit } from '../enforceUploadRateLimit';
import { findObjectStore } from './objectStoreDriver';
import { validateAnnouncement, INCOMING_PREFIX, type UploadTicket } from './uploadTickets';

const PURPOSE = 'upload_form';
export const FORM_PREFIX = `${INCOMING_PREFIX}form/`;
const FORM_KEY_PATTERN = /^\/?incoming\/form\/([A-Za-z0-9_-]{43})\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/;
const FORM_SECONDS = LIMITS.uploadFormSeconds;

const personTags = ({ services, actor }: RequestContext): readonly string[] =>
  computeHmacs(services.env.appKeys, PURPOSE, `${actor.kind}:${actor.id}`);

/** The person's additional upload settings: the target of files and the key of each. */
export function buildSharedUploadForm(ctx: RequestContext): {
  readonly url?: string;
  readonly params?: object;
  readonly savename?: string;
} {
  const { services, actor } = ctx;
  const store = services.settings.upload.mode === 'local' ? undefined : findObjectStore(services);
  const [tag] = personTags(ctx);
  if (!store || tag === undefined || (actor.kind !== 'staff' && actor.kind !== 'member')) return {};
  const prefix = `${FORM_PREFIX}${tag}/`;
  const form = store.createUploadForm({
    key: { prefix },
    size: [1, services.settings.upload.maxBytes],
    seconds: FORM_SECONDS,
    at: new Date(services.clock.now()),
  });
  return { ...form, savename: `/${prefix}{random32}{.suffix}` };
}

interface CallbackFields {
  readonly url: string;
  readonly name?: string | undefined;
  readonly size?: number | undefined;
  readonly type?: string | undefined;
}
/** The key of a callback when it is below the person's own prefix. */
export function parseFormKey(ctx: RequestContext, address: string): string | undefined {
  const key = findObjectStore(ctx.services)?.findKey(address) ?? address;
  const tag = FORM_KEY_PATTERN.exec(key)?.[1];
  return tag !== undefined && personTags(ctx).includes(tag) ? key.replace(/^\//, '') : undefined;
}

/** Claims the object for this callback: a second callback for the same key is refused. */
export async function claimFormUpload(
  ctx: RequestContext,
  key: string,
  { name = '', size = 0, type = '' }: CallbackFields,
): Promise<UploadTicket> {
  const { services, actor } = ctx;
  const announcement = validateAnnouncement(services.settings.upload, { name, size, type });
  await enforceUploadRateLimit(ctx);
  const ids = computeHmacs(services.env.appKeys, PURPOSE, key);
  const id = ids[0] ?? '';
  const now = services.clock.now();
  const claiming = services.db.transact(async (tx) => {
    const [existing] = await tx.rows(`SELECT id FROM \`upload_ticket\` WHERE id IN (${placeholders(ids.length)})`, [
      ...ids,
    ]);
    if (existing) throw fault('upload.ticket');
    await tx.run(
      'INSERT INTO `upload_ticket` (id, realm, person_id, object_key, name, topic, mimetype, size, expires_at, used_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      [
        id,
        actor.kind,
        actor.id,
        key,
        announcement.name,
        'default',
        announcement.type,
        size,
        now + FORM_SECONDS * 1000,
        now,
      ],
    );
  });
  await claiming.catch((error: unknown) => {
    // A simultaneous callback inserted it first.
    throw classifyDbError(error).kind === 'unique' ? fault('upload.ticket') : error;
  });
  return { id, key, name: announcement.name, size, type: announcement.type, topic: 'default', isForm: true };
}

/** Releases the claim after a store failure or for an incomplete upload, so that the same callback can be repeated. */
export async function releaseFormUpload({ db }: Services, { id }: UploadTicket): Promise<void> {
  await db.transact((tx) => tx.run('DELETE FROM `upload_ticket` WHERE id = ?', [id]));
}
