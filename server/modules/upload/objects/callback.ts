/** What happens once a file was sent to the store: nothing of it is believed. It is fetched, judged and hashed like any upload, and kept where its sender cannot write. */
import { randomUUID } from 'node:crypto';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fault } from '../../../../common/protocol/faults';
import type { Writer } from '../../../engine/write/writer';
import type { RequestContext, Services } from '../../../context';
import { keep, type FileRow } from '../keep';
import { placesOf, remotePlace, storeOf } from './places';
import { claimForm, formKeyOf, releaseForm } from './sharedForm';
import { StoreFailure, type ObjectStore } from './store';
import { returnTicket, spendTicket, type Ticket } from './tickets';

/** As the specification's callback tells it. */
export interface Told {
  readonly url: string;
  readonly name?: string | undefined;
  readonly size?: number | undefined;
  readonly type?: string | undefined;
  readonly sha1?: string | undefined;
}

/** What a client may do by itself: ask for another address, or send the file to this house. */
const AGAIN = { data: { again: true } } as const;
const HERE = { data: { here: true } } as const;

/** Ends the ticket of somebody who thought better of it; what has come already goes. */
export async function givenUp(ctx: RequestContext, url: string): Promise<void> {
  const store = storeOf(ctx.services);
  const key = store?.keyOf(url);
  const ticket = key === undefined ? undefined : await spendTicket(ctx, key);
  if (!store || !ticket) throw fault('upload.ticket');
  await forget(store, ticket);
}

/** Takes the file of a ticket into the house's own keeping. */
export async function arrived(ctx: RequestContext, writer: Writer, told: Told): Promise<FileRow> {
  const { services } = ctx;
  const store = storeOf(services);
  if (!store) throw fault('upload.local', undefined, HERE);
  // Until there is a ticket nobody is called: an address of elsewhere is only a text.
  const ticket = await ticketOf(ctx, store, told);
  if (!ticket) throw fault('upload.ticket', undefined, AGAIN);
  if ((told.size ?? ticket.size) !== ticket.size) throw await refused(store, ticket);
  try {
    return await take(ctx, writer, { store, ticket, told });
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error;
    services.log.warn({ trouble: error.trouble }, 'the object store did not do what was asked');
    await release(services, ticket);
    throw fault('upload.store');
  }
}

/** The ticket that the address names: one issued for this file, or one made for an upload by the person's shared form. */
async function ticketOf(ctx: RequestContext, store: ObjectStore, told: Told): Promise<Ticket | undefined> {
  const form = formKeyOf(ctx, told.url);
  if (form !== undefined) return claimForm(ctx, form, told);
  const key = store.keyOf(told.url);
  return key === undefined ? undefined : spendTicket(ctx, key);
}
const release = (services: Services, ticket: Ticket): Promise<void> =>
  (ticket.isForm ? releaseForm : returnTicket)(services, ticket);

interface Taking {
  readonly store: ObjectStore;
  readonly ticket: Ticket;
  readonly told: Told;
}
async function take(ctx: RequestContext, writer: Writer, { store, ticket, told }: Taking): Promise<FileRow> {
  const { services } = ctx;
  const facts = await store.head(ticket.key);
  if (!facts) {
    await release(services, ticket);
    throw fault('upload.absent', undefined, AGAIN);
  }
  const isType = ticket.isForm === true || facts.type.split(';')[0]?.trim().toLowerCase() === ticket.type;
  if (facts.size !== ticket.size || !isType) throw await refused(store, ticket);
  const path = join(services.env.dataDir, 'tmp', randomUUID());
  try {
    const fetched = await store.fetch(ticket.key, path, ticket.size);
    if (fetched?.size !== ticket.size) throw await refused(store, ticket);
    const row = await keepFetched(ctx, writer, { store, ticket, told, path, etag: fetched.etag });
    await forget(store, ticket);
    return row;
  } catch (error) {
    // What was refused is not left lying; what the store could not do may still be done.
    if (!(error instanceof StoreFailure)) await forget(store, ticket);
    throw error;
  } finally {
    for (const file of [path, `${path}.clean`]) await unlink(file).catch(() => undefined);
  }
}

function keepFetched(
  ctx: RequestContext,
  writer: Writer,
  { store, ticket, told, path, etag }: Taking & { readonly path: string; readonly etag: string },
): Promise<FileRow> {
  const { services } = ctx;
  const places = placesOf(services);
  const current = remotePlace(services, store, async (key, from, form) => {
    // A picture that lost its notes is another file; everything else need not travel twice.
    const isSame = from === path && (await store.copy(ticket.key, key, etag, form));
    if (!isSame) await store.put(key, from, form);
  });
  const sha1 = told.sha1 === undefined || told.sha1 === '' ? {} : { sha1: told.sha1.toLowerCase() };
  const file = { path, originalname: ticket.name, size: ticket.size };
  return keep(ctx, writer, { file, topic: ticket.topic, places: { ...places, current }, ...sha1 });
}

async function refused(store: ObjectStore, ticket: Ticket) {
  await forget(store, ticket);
  return fault('upload.differs');
}

/** If the store is away now, the sweeper comes by later. */
const forget = (store: ObjectStore, { key }: Ticket): Promise<void> => store.remove(key).catch(() => undefined);
