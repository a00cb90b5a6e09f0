/**
 * Handles the callback after a direct upload. It trusts no input: the object is fetched, inspected and hashed like any upload, and copied
 * to a key that the sender cannot write.
 */
import { randomUUID } from 'node:crypto';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fault } from '../../../../common/protocol/faults';
import type { Writer } from '../../../engine/write/writer';
import type { RequestContext, Services } from '../../../context';
import { storeFile, type AttachmentRow } from '../storeFile';
import { resolveDrivers, createObjectStoreDriver, findObjectStore } from './objectStoreDriver';
import { claimFormUpload, parseFormKey, releaseFormUpload } from './sharedUploadForm';
import { ObjectStoreError, type ObjectStore } from './objectStore';
import { releaseUploadTicket, redeemUploadTicket, type UploadTicket } from './uploadTickets';

/** The body of the callback. */
export interface UploadCallback {
  readonly url: string;
  readonly name?: string | undefined;
  readonly size?: number | undefined;
  readonly type?: string | undefined;
  readonly sha1?: string | undefined;
}

/** Tells the client to request another ticket or to upload to this server. */
const RETRY_HINT = { data: { again: true } } as const;
const SEND_TO_SERVER_HINT = { data: { here: true } } as const;

/** Cancels a ticket and deletes the object, if it has arrived. */
export async function abandonUpload(ctx: RequestContext, url: string): Promise<void> {
  const store = findObjectStore(ctx.services);
  const key = store?.findKey(url);
  const ticket = key === undefined ? undefined : await redeemUploadTicket(ctx, key);
  if (!store || !ticket) throw fault('upload.ticket');
  await removeObject(store, ticket);
}

/** Stores the file of a ticket. */
export async function confirmUpload(
  ctx: RequestContext,
  writer: Writer,
  callback: UploadCallback,
): Promise<AttachmentRow> {
  const { services } = ctx;
  const store = findObjectStore(services);
  if (!store) throw fault('upload.local', undefined, SEND_TO_SERVER_HINT);
  // The store is not contacted before a ticket matches, so a foreign URL is never requested.
  const ticket = await resolveTicket(ctx, store, callback);
  if (!ticket) throw fault('upload.ticket', undefined, RETRY_HINT);
  if ((callback.size ?? ticket.size) !== ticket.size) throw await rejectUpload(store, ticket);
  try {
    return await fetchAndStore(ctx, writer, { store, ticket, callback });
  } catch (error) {
    if (!(error instanceof ObjectStoreError)) throw error;
    services.log.warn({ reason: error.reason }, 'a request to the object store failed');
    await releaseUpload(services, ticket);
    throw fault('upload.store');
  }
}

/** The ticket of the URL: one issued for this file, or one created for an upload by the person's shared form. */
async function resolveTicket(
  ctx: RequestContext,
  store: ObjectStore,
  callback: UploadCallback,
): Promise<UploadTicket | undefined> {
  const form = parseFormKey(ctx, callback.url);
  if (form !== undefined) return claimFormUpload(ctx, form, callback);
  const key = store.findKey(callback.url);
  return key === undefined ? undefined : redeemUploadTicket(ctx, key);
}
const releaseUpload = (services: Services, ticket: UploadTicket): Promise<void> =>
  (ticket.isForm ? releaseFormUpload : releaseUploadTicket)(services, ticket);

interface FetchRequest {
  readonly store: ObjectStore;
  readonly ticket: UploadTicket;
  readonly callback: UploadCallback;
}
async function fetchAndStore(
  ctx: RequestContext,
  writer: Writer,
  { store, ticket, callback }: FetchRequest,
): Promise<AttachmentRow> {
  const { services } = ctx;
  const facts = await store.head(ticket.key);
  if (!facts) {
    await releaseUpload(services, ticket);
    throw fault('upload.absent', undefined, RETRY_HINT);
  }
  const isType = ticket.isForm === true || facts.type.split(';')[0]?.trim().toLowerCase() === ticket.type;
  if (facts.size !== ticket.size || !isType) throw await rejectUpload(store, ticket);
  const path = join(services.env.dataDir, 'tmp', randomUUID());
  try {
    const fetched = await store.fetch(ticket.key, path, ticket.size);
    if (fetched?.size !== ticket.size) throw await rejectUpload(store, ticket);
    const row = await storeFetchedFile(ctx, writer, { store, ticket, callback, path, etag: fetched.etag });
    await removeObject(store, ticket);
    return row;
  } catch (error) {
    // A refused object is deleted; after a failure of the store the ticket stays valid for a retry.
    if (!(error instanceof ObjectStoreError)) await removeObject(store, ticket);
    throw error;
  } finally {
    for (const file of [path, `${path}.clean`]) await unlink(file).catch(() => undefined);
  }
}

function storeFetchedFile(
  ctx: RequestContext,
  writer: Writer,
  { store, ticket, callback, path, etag }: FetchRequest & { readonly path: string; readonly etag: string },
): Promise<AttachmentRow> {
  const { services } = ctx;
  const drivers = resolveDrivers(services);
  const current = createObjectStoreDriver(services, store, async (key, from, form) => {
    // An image without its metadata is a new object; other objects are copied within the store.
    const isSame = from === path && (await store.copy(ticket.key, key, etag, form));
    if (!isSame) await store.put(key, from, form);
  });
  const sha1 = callback.sha1 === undefined || callback.sha1 === '' ? {} : { sha1: callback.sha1.toLowerCase() };
  const file = { path, originalname: ticket.name, size: ticket.size };
  return storeFile(ctx, writer, { file, topic: ticket.topic, drivers: { ...drivers, current }, ...sha1 });
}

async function rejectUpload(store: ObjectStore, ticket: UploadTicket) {
  await removeObject(store, ticket);
  return fault('upload.differs');
}

/** If the store is unavailable, `deleteUnusedObjects` deletes the object later. */
const removeObject = (store: ObjectStore, { key }: UploadTicket): Promise<void> =>
  store.remove(key).catch(() => undefined);
