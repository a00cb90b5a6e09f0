/** The catalogue of plugins that an installation publishes, as other installations read it: the shapes of the answers below `/api/market/`. */
import type { LocalizedText } from './review';

export const MARKET_PREFIX = '/api/market';
/** How a plugin can be paid. */
export const MARKET_PAYMENTS = ['money', 'score', 'code'] as const;
export type MarketPayment = (typeof MARKET_PAYMENTS)[number];

export interface MarketCategory {
  readonly id: number;
  readonly title: LocalizedText;
}
export interface MarketItem {
  /** The uid of the module. */
  readonly id: string;
  readonly title: LocalizedText;
  readonly description: LocalizedText;
  readonly author: string;
  readonly category: number;
  /** Decimal text in the currency of the catalogue. */
  readonly price: string;
  /** Null: not for points. */
  readonly points: number | null;
  /** How many members have it. */
  readonly buyers: number;
  /** The average rating from 1 to 5; 0 without one. */
  readonly rating: number;
  readonly isRecommended: boolean;
  /** The newest version. */
  readonly version: string;
  /** Path or URL; empty without one. */
  readonly picture: string;
}
export interface MarketVersion {
  readonly version: string;
  readonly news: LocalizedText;
  /** Such as `2026-01-31`; empty if unknown. */
  readonly date: string;
  /** Bytes of the package. */
  readonly size: number;
  readonly sha256: string;
}
export interface MarketDetail extends MarketItem {
  /** Plain text. */
  readonly text: LocalizedText;
  readonly pictures: readonly string[];
  /** The newest first. */
  readonly versions: readonly MarketVersion[];
}
export interface MarketCatalogue {
  /** The name of the installation. */
  readonly title: LocalizedText;
  /** ISO 4217 code. */
  readonly currency: string;
  readonly categories: readonly MarketCategory[];
  readonly items: readonly MarketItem[];
  readonly total: number;
}
export interface MarketAccount {
  readonly name: string;
  /** Decimal text. */
  readonly money: string;
  readonly score: number;
  /** Uids of the plugins that the member may download. */
  readonly owned: readonly string[];
}

/** What the console knows about an item of a catalogue. */
export interface LocalState {
  /** Id of the module's row; 0 when there is none. */
  readonly moduleId: number;
  readonly state: string;
  /** The version in force; empty when none is. */
  readonly version: string;
  readonly isOwned: boolean;
  /** The newest version of the catalogue is newer than the version in force. */
  readonly hasUpdate: boolean;
}
export type ShownMarketItem = MarketItem & { readonly local: LocalState };
export type ShownMarketDetail = MarketDetail & { readonly local: LocalState };
