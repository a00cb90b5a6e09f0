/** The catalog of plugins that an installation publishes, as other installations read it: the shapes of the responses below `/api/market/`. */
import type { LocalizedText } from './review';

export const MARKET_PREFIX = '/api/market';
/** Payment methods of a plugin. */
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
  /** Decimal text in the currency of the catalog. */
  readonly price: string;
  /** Null: not for points. */
  readonly points: number | null;
  /** Number of members who own it. */
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
export interface MarketCatalog {
  /** The name of the installation. */
  readonly title: LocalizedText;
  /** ISO 4217 code. */
  readonly currency: string;
  readonly categories: readonly MarketCategory[];
  readonly items: readonly MarketItem[];
  readonly total: number;
}
export interface MarketRating {
  /** The uid of the module. */
  readonly id: string;
  readonly rating: number;
}
/** Status of a buyer's refund request before the refund. */
export const REFUND_REQUESTS = ['requested', 'declined'] as const;
export interface MarketRefundRequest {
  /** The uid of the module. */
  readonly id: string;
  readonly state: (typeof REFUND_REQUESTS)[number];
}
export interface MarketAccount {
  readonly name: string;
  /** Decimal text. */
  readonly money: string;
  readonly score: number;
  /** Uids of the plugins that the member may download. */
  readonly owned: readonly string[];
  /** The plugins that the member bought and has not returned, with the rating from 1 to 5; 0 without one. */
  readonly ratings: readonly MarketRating[];
  readonly refunds: readonly MarketRefundRequest[];
}

/** State of a catalog item in this installation, for the console. */
export interface LocalState {
  /** Id of the module's row; 0 when there is none. */
  readonly moduleId: number;
  readonly state: string;
  /** The active version; empty when none is. */
  readonly version: string;
  readonly isOwned: boolean;
  /** The newest version of the catalog is newer than the active one. */
  readonly hasUpdate: boolean;
  /** Rating by the linked account, 0 without a rating; null when the account cannot rate it. */
  readonly ownRating: number | null;
  /** Of the purchase of the linked account: whether a refund can be requested, or was; `none` without such a purchase. */
  readonly refund: 'none' | 'possible' | MarketRefundRequest['state'];
}
export type ShownMarketItem = MarketItem & { readonly local: LocalState };
export type ShownMarketDetail = MarketDetail & { readonly local: LocalState };
