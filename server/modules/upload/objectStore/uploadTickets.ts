/** Tickets of direct uploads: each permits one upload of one person, with a fixed size and type, once and for a limited time. */
import { randomBytes } from 'node:crypto';
import { extname } from 'node:path';
import { LIMITS } from '../../../../common/limits';
import { fault } from '../../../../common/protocol/faults';
import { truncate } from '../../../../common/text/normalize';
import { computeHmacs } from '../../../access/crypto/crypto';
import type { RequestContext, Services } from '../../../context';
import type { UploadSettings } from '../../../platform/settings';
import { placeholders } from '../../../platform/database/sql';
import { isUploadAllowed } from '../checkFileType';
import { assertQuota, sanitizeFileName, sanitizeTopic } from '../storeFile';
import { assertUploadSize } from '../uploadLimits';
import type { SignedUploadForm } from './objectStore';
import { findObjectStore } from './objectStoreDriver';

/** The prefix of incoming objects: they are not served, and their names are random. */
export const INCOMING_PREFIX = 'incoming/';
const PURPOSE = 'upload_ticket';
const KEY_PATTERN = /^incoming\/([A-Za-z0-9_-]{43})(\.[a-z0-9]{1,10})?$/;
const MIME_TYPE_PATTERN = /^[a-z0-9][a-z0-9.+-]{0,60}\/[a-z0-9][a-z0-9.+-]{0,80}$/i;

export interface UploadAnnouncement {
  readonly name: string;
  readonly size: number;
  readonly type: string;
  readonly topic: string;
}
export interface UploadTicket extends UploadAnnouncement {
  readonly id: string;
  readonly key: string;
  /** Created for an upload by the person's shared form, which has no announced type. */
  readonly isForm?: true;
}
export interface IssuedUploadTicket extends SignedUploadForm {
  readonly method: 'POST';
  /** The form field of this name. */
  readonly key: string;
  /** The URL that the callback names. */
  readonly object: string;
  /** Unix seconds. */
  readonly expires: number;
}

/** Checks the announcement like an upload, and signs a permission for exactly that. */
export async function issueUploadTicket(
  ctx: RequestContext,
  announcement: UploadAnnouncement,
): Promise<IssuedUploadTicket> {
  const { services } = ctx;
  const { upload } = services.settings;
  const store = findObjectStore(services);
  if (upload.mode === 'local' || !store) throw fault('upload.local', undefined, { data: { here: true } });
  const { name, type } = validateAnnouncement(upload, announcement);
  const token = randomBytes(32).toString('base64url');
  const suffix = /^\.[a-z0-9]{1,10}$/.exec(extname(name).toLowerCase())?.[0] ?? '';
  const ticket = {
    ...announcement,
    name,
    type,
    topic: sanitizeTopic(announcement.topic),
    key: `${INCOMING_PREFIX}${token}${suffix}`,
  };
  const expires = services.clock.now() + LIMITS.uploadTicketSeconds * 1000;
  await storeTicket(ctx, { ...ticket, id: getTicketId(services, token) }, expires);
  const { key, size } = ticket;
  const form = store.createUploadForm({ key, size: [size, size], type, seconds: LIMITS.uploadTicketSeconds });
  return { ...form, method: 'POST', key, object: store.getUrl(key), expires: Math.floor(expires / 1000) };
}

/** Throws for a file without a name or bytes, of a disallowed type, or too large. */
export function validateAnnouncement(
  upload: UploadSettings,
  announcement: Pick<UploadAnnouncement, 'name' | 'size' | 'type'>,
) {
  const name = sanitizeFileName(announcement.name);
  const type = MIME_TYPE_PATTERN.test(announcement.type) ? announcement.type.toLowerCase() : 'application/octet-stream';
  if (name === '' || announcement.size === 0) throw fault('upload.incomplete');
  if (!isUploadAllowed(name, type, upload.allowed))
    throw fault('upload.type', { name: truncate(name, 60), allowed: upload.allowed.join(', ') });
  assertUploadSize(announcement.size, upload.maxBytes);
  return { name, type };
}

const getTicketId = ({ env }: Services, token: string): string => computeHmacs(env.appKeys, PURPOSE, token)[0] ?? '';

interface PendingTickets {
  readonly tickets: number;
  readonly bytes: number | null;
}
async function storeTicket(
  ctx: RequestContext,
  { id, key, name, topic, type, size }: UploadTicket,
  expires: number,
): Promise<void> {
  const { services, actor } = ctx;
  const [pending] = await services.db.rows<PendingTickets>(
    'SELECT COUNT(*) AS tickets, SUM(size) AS bytes FROM `upload_ticket` WHERE realm = ? AND person_id = ? AND used_at IS NULL AND expires_at > ?',
    [actor.kind, actor.id, services.clock.now()],
  );
  if (Number(pending?.tickets ?? 0) >= LIMITS.uploadTicketsPerPerson) throw fault('too_many');
  // Uploads in progress count towards the quota.
  await assertQuota(ctx, size + Number(pending?.bytes ?? 0));
  await services.db.transact((tx) =>
    tx.run(
      'INSERT INTO `upload_ticket` (id, realm, person_id, object_key, name, topic, mimetype, size, expires_at, used_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)',
      [id, actor.kind, actor.id, key, name, topic, type, size, expires],
    ),
  );
}

interface TicketRow {
  readonly id: string;
  readonly object_key: string;
  readonly name: string;
  readonly topic: string;
  readonly mimetype: string;
  readonly size: number;
}
/** Consumes the ticket of an object's key; undefined when this person has none for it, or it expired. */
export async function redeemUploadTicket(
  { services, actor }: RequestContext,
  key: string,
): Promise<UploadTicket | undefined> {
  const token = KEY_PATTERN.exec(key)?.[1];
  if (token === undefined) return undefined;
  const ids = computeHmacs(services.env.appKeys, PURPOSE, token);
  const now = services.clock.now();
  return services.db.transact(async (tx) => {
    const [row] = await tx.rows<TicketRow>(
      `SELECT id, object_key, name, topic, mimetype, size FROM \`upload_ticket\` WHERE id IN (${placeholders(ids.length)}) AND realm = ? AND person_id = ? AND used_at IS NULL AND expires_at > ?`,
      [...ids, actor.kind, actor.id, now],
    );
    if (row?.object_key !== key) return undefined;
    const { changes } = await tx.run('UPDATE `upload_ticket` SET used_at = ? WHERE id = ? AND used_at IS NULL', [
      now,
      row.id,
    ]);
    if (changes === 0) return undefined;
    return { id: row.id, key, name: row.name, topic: row.topic, type: row.mimetype, size: Number(row.size) };
  });
}

/** Releases the ticket after a store failure or for an incomplete upload, so that the same callback can be repeated. */
export async function releaseUploadTicket({ db }: Services, { id }: UploadTicket): Promise<void> {
  await db.transact((tx) => tx.run('UPDATE `upload_ticket` SET used_at = NULL WHERE id = ?', [id]));
}
