/** A grant of a member: what an activation code or a purchase gave. */
import type { LocalizedText } from './review';

export interface OwnGrant {
  /** Public id of the row, or number of the receipt. */
  readonly key: string;
  readonly kind: 'version' | 'app' | 'money' | 'score';
  readonly source: 'code' | 'purchase';
  /** Of the plugin or the app; empty for amounts. */
  readonly title: LocalizedText;
  /** The uid of the plugin; empty for all others. */
  readonly uid: string;
  readonly version: string;
  /** Unix seconds at which the days of an app end; null without an end. */
  readonly until: number | null;
  readonly isOver: boolean;
  /** Decimal text or points; empty for plugins and apps. */
  readonly amount: string;
  /** The amount was booked back. */
  readonly isReversed: boolean;
  /** Unix seconds. */
  readonly time: number;
}
