/** Buys plugins for members: the payment, the purchase and the entitlement in one transaction, once for each request key. */
import { createHash } from 'node:crypto';
import { entitlement } from '../../../common/entities/entitlement';
import { PAYMENTS, pluginPurchase } from '../../../common/entities/pluginPurchase';
import { canonicalJson } from '../../../common/canonicalJson';
import type { StoredRow } from '../../../common/entity/columns';
import { purchaseMemo } from '../../../common/locales/memos';
import { LEDGERS } from '../../../common/ledgerKind';
import type { MarketPayment } from '../../../common/modules/market';
import { fault } from '../../../common/protocol/faults';
import { formatCents } from '../../../common/text/cents';
import { stringOrEmpty } from '../../../common/json';
import type { RequestContext, Tx } from '../../context';
import type { HookContext } from '../../engine/write/context/hookContext';
import type { Writer } from '../../engine/write/writer';
import { createReceiptNumber } from '../../hooks/ledger/receiptNumber';
import { recordCodeUse } from '../../modules/activation/redeemCode';
import { toSystemContext } from '../../platform/systemContext';
import type { Buyer } from './marketKeys';
import { findPublished, loadVersions } from './publishedPlugins';

export interface Order {
  /** The uid of the plugin. */
  readonly plugin: string;
  readonly payment: MarketPayment;
  /** The price that the buyer saw: decimal text or points; empty for codes. */
  readonly price: string;
  readonly code: string;
}
export interface Purchase {
  readonly number: string;
  readonly version: string;
}

const OWNED_SQL = `SELECT DISTINCT p.id, p.name FROM \`entitlement\` e
  JOIN \`plugin_version\` v ON v.id = e.plugin_version_id JOIN \`plugin\` p ON p.id = v.plugin_id
  WHERE e.user_id = ? AND e.delete_time IS NULL AND (e.until IS NULL OR e.until > ?)`;
/** The plugins of which a member has a version: it may download all of them. */
export async function listOwned(
  reader: Pick<Tx, 'rows'>,
  memberId: number,
  nowSeconds: number,
): Promise<readonly { readonly id: number; readonly name: string }[]> {
  const rows = await reader.rows<{ readonly id: number; readonly name: string }>(OWNED_SQL, [memberId, nowSeconds]);
  return rows.map(({ id, name }) => ({ id: Number(id), name }));
}

interface Offer {
  readonly row: StoredRow;
  readonly pluginId: number;
  readonly versionId: number;
  readonly version: string;
}
async function requireOffer(hook: HookContext, uid: string): Promise<Offer> {
  const [row] = await findPublished(hook.tx, [uid]);
  const pluginId = Number(row?.['id'] ?? 0);
  const [newest] = (await loadVersions(hook.tx, row === undefined ? [] : [pluginId])).get(pluginId) ?? [];
  if (row === undefined || newest === undefined) throw fault('row.missing');
  return { row, pluginId, versionId: Number(newest['id']), version: stringOrEmpty(newest['version']) };
}

/** The amount in cents or points. Errors: `market.not_for_points`, `market.price_changed`. */
function amountToPay({ row }: Offer, { payment, price }: Order): number {
  if (payment === 'code') return 0;
  if (payment === 'score' && row['points_price'] === null) throw fault('market.not_for_points');
  const amount = Number(payment === 'score' ? row['points_price'] : row['price']);
  const now = payment === 'score' ? String(amount) : formatCents(amount);
  if (now !== price) throw fault('market.price_changed', { price: now }, { data: { price: now } });
  return amount;
}

/** Books the payment and returns the id of the entry; null when nothing is to be paid. Error: `ledger.insufficient`. */
async function bookPayment(hook: HookContext, buyer: Buyer, order: Order, offer: Offer, number: string) {
  const amount = amountToPay(offer, order);
  if (order.payment === 'code' || amount === 0) return { amount, entryId: null };
  const kind = order.payment;
  const entity = hook.services.registry.get(LEDGERS[kind]);
  if (entity === undefined) throw fault('server.not_implemented');
  const ref = `purchase:${number}`;
  const titles = { en: stringOrEmpty(offer.row['title_en']), 'zh-cn': stringOrEmpty(offer.row['title']) };
  const { id } = await hook.asSystem.create(entity, {
    user_id: buyer.id,
    [kind]: kind === 'money' ? formatCents(-amount) : -amount,
    memo: purchaseMemo({ ...titles, en: titles.en || titles['zh-cn'] }),
    type: 'payment',
    reference: number,
    ref,
    idem: ref,
    actor: `member:${buyer.id}`,
  });
  return { amount, entryId: id };
}

const toDigest = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** The entitlement to the version; a code gave it already, or must have given one to this plugin. */
async function entitle(
  hook: HookContext,
  ctx: RequestContext,
  buyer: Buyer,
  order: Order,
  offer: Offer,
): Promise<number> {
  if (order.payment !== 'code') {
    const slot = `${buyer.id}:version:${offer.versionId}`;
    await hook.asSystem.create(entitlement, { user_id: buyer.id, plugin_version_id: offer.versionId, slot });
    return offer.versionId;
  }
  const code = { code: order.code.trim(), member: buyer.id, ctx };
  const { pluginVersionId = 0 } = await recordCodeUse(hook.asSystem, hook, code);
  const owned = await listOwned(hook.tx, buyer.id, Math.floor(hook.at / 1000));
  if (!owned.some(({ id }) => id === offer.pluginId)) throw fault('market.code_other');
  return pluginVersionId;
}

/**
 * Buys a plugin; a repetition with the same key returns the same purchase. Errors: `row.missing` for a plugin that is not published,
 * `market.owned`, `market.not_for_points`, `market.price_changed`, `market.code_other`, `ledger.insufficient`, `member.code_refused`,
 * `mutation.reused`, and `request.malformed` without a key.
 */
export async function buyPlugin(ctx: RequestContext, writer: Writer, buyer: Buyer, order: Order): Promise<Purchase> {
  const { idempotencyKey } = ctx;
  if (idempotencyKey === undefined) throw fault('request.malformed');
  const keyPrefix = `${buyer.id}:${toDigest(idempotencyKey)}:`;
  const requestKey = `${keyPrefix}${toDigest(canonicalJson(order))}`;
  return writer.inTransaction(toSystemContext(ctx, { channel: 'api' }), async (_writer, hook) => {
    await hook.withLock(`plugin_purchase:${buyer.id}`);
    const earlier = await findSameRequest(hook, buyer, keyPrefix);
    if (earlier !== undefined) return repeatResponse(hook, earlier, order, requestKey);
    const offer = await requireOffer(hook, order.plugin);
    const owned = await listOwned(hook.tx, buyer.id, Math.floor(hook.at / 1000));
    if (owned.some(({ id }) => id === offer.pluginId)) throw fault('market.owned');
    const number = createReceiptNumber();
    const { amount, entryId } = await bookPayment(hook, buyer, order, offer, number);
    const versionId = await entitle(hook, ctx, buyer, order, offer);
    await hook.asSystem.create(pluginPurchase, {
      number,
      user_id: buyer.id,
      plugin_id: offer.pluginId,
      plugin_version_id: versionId,
      paid_by: PAYMENTS[order.payment],
      money: order.payment === 'money' ? formatCents(amount) : '0.00',
      score: order.payment === 'score' ? amount : 0,
      client: buyer.client,
      entry_id: entryId,
      request_key: requestKey,
      slot: `${buyer.id}:${offer.pluginId}`,
    });
    return { number, version: offer.version };
  });
}

/** The purchase of an earlier request with the same idempotency key. */
async function findSameRequest(hook: HookContext, buyer: Buyer, keyPrefix: string): Promise<StoredRow | undefined> {
  const own = await hook.find(pluginPurchase.name, { field: 'user_id', op: '=', value: buyer.id });
  return own.find((row) => stringOrEmpty(row['request_key']).startsWith(keyPrefix));
}

/** Error: `mutation.reused` when the first request had another body. */
async function repeatResponse(
  hook: HookContext,
  earlier: StoredRow,
  order: Order,
  requestKey: string,
): Promise<Purchase> {
  if (earlier['request_key'] !== requestKey) throw fault('mutation.reused');
  const offer = await requireOffer(hook, order.plugin);
  return { number: stringOrEmpty(earlier['number']), version: offer.version };
}
