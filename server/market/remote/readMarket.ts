/** Reads of one source as the console shows them: its catalog and plugins with their local state, images and packages. */
import type { MarketAccount, MarketCatalog, ShownMarketDetail, ShownMarketItem } from '../../../common/modules/market';
import { Fault, fault } from '../../../common/protocol/faults';
import type { RequestContext } from '../../context';
import type { Writer } from '../../engine/write/writer';
import { readPackage } from '../../installer/package/readPackage';
import { uploadPackage } from '../../installer/uploadPackage';
import { addLocalState } from './localState';
import { createMarketClient, type MarketClient } from './marketClient';
import type { MarketSource } from './marketSources';

export interface AccountState {
  /** Null while no account is linked or the source refuses its key. */
  readonly account: MarketAccount | null;
  /** The message of the source; empty without a problem. */
  readonly problem: string;
}
async function loadAccount(client: MarketClient, source: MarketSource): Promise<AccountState> {
  if (source.marketKey === '') return { account: null, problem: '' };
  try {
    return { account: await client.account(), problem: '' };
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'market.refused') throw error;
    const { message } = error.params;
    return { account: null, problem: typeof message === 'string' ? message : '' };
  }
}

export interface ShownCatalog extends Omit<MarketCatalog, 'items'>, AccountState {
  readonly items: readonly ShownMarketItem[];
}

/** A page of the catalog of a source. Errors: those of the source. */
export async function loadCatalog(
  { services, lang }: RequestContext,
  source: MarketSource,
  query: Parameters<MarketClient['catalogue']>[0],
): Promise<ShownCatalog> {
  const client = createMarketClient(services, source, lang);
  const [catalogue, state] = await Promise.all([client.catalogue(query), loadAccount(client, source)]);
  const items = await addLocalState(services, catalogue.items, state.account);
  return { ...catalogue, items, ...state };
}

/** A plugin of a source. Errors: `market.invalid` for another plugin, and those of the source. */
export async function loadPlugin(
  { services, lang }: RequestContext,
  source: MarketSource,
  id: string,
): Promise<ShownMarketDetail> {
  const client = createMarketClient(services, source, lang);
  const [detail, { account }] = await Promise.all([client.detail(id), loadAccount(client, source)]);
  const [shown] = await addLocalState(services, [detail], account);
  if (shown?.id !== id) throw fault('market.invalid');
  return shown;
}

/** An image as a data URL: the browser needs no address of the source, and sends it nothing. */
export async function loadImage(
  { services, lang }: RequestContext,
  source: MarketSource,
  path: string,
): Promise<string> {
  const { type, body } = await createMarketClient(services, source, lang).image(path);
  return `data:${type};base64,${body.toString('base64')}`;
}

/** Downloads a package and takes it in like an upload. Errors: `market.package_mismatch`, and those of the source and of `uploadPackage`. */
export async function downloadPackage(
  ctx: RequestContext,
  writer: Writer,
  source: MarketSource,
  { id, version }: { readonly id: string; readonly version: string },
): Promise<{ readonly id: number; readonly uid: string }> {
  const { services, lang } = ctx;
  const bytes = await createMarketClient(services, source, lang).package(id, version);
  const { manifest } = readPackage(bytes, services.env.moduleSigners);
  if (manifest.uid !== id || manifest.version !== version)
    throw fault('market.package_mismatch', {
      expected: `${id} ${version}`,
      found: `${manifest.uid} ${manifest.version}`,
    });
  return uploadPackage(writer, ctx, bytes, { sourceUrl: source.url });
}
