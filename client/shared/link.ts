/** The face of the live connection: what it is built from, and what it offers. */
import type { ChangeFrame, Cursor, TopicSpec } from '../../common/protocol/live';
import type { LiveStatus } from './connection';
import type { Renewal } from './refresh';
import type { Watcher } from './topics';

export interface LinkParts {
  /** Origin and namespace, as in `http://host/admin`. */
  readonly url: string;
  readonly token: () => string | undefined;
  readonly renew: (failedToken: string) => Promise<Renewal>;
  /** All frames of one batch, before their watchers hear of them. */
  readonly onFrames: (frames: readonly ChangeFrame[]) => void;
  readonly onStatus: (status: LiveStatus) => void;
  readonly onHeard: (now: number, at: number) => void;
  /** Rights changed. */
  readonly onAuthz: () => void;
  /** Caught up after a break that people could see. */
  readonly onReturn: (changes: number) => void;
  readonly isHidden: () => boolean;
  readonly isOnline: () => boolean;
}
export interface LiveLink {
  /** Connects; does nothing when connected already. */
  readonly open: () => void;
  readonly close: () => void;
  readonly watch: (spec: TopicSpec, since: Cursor | undefined, watcher: Watcher) => () => void;
  /** The epoch of the change log a REST answer carried. */
  readonly noteEpoch: (epoch: string) => void;
  /** The tab was hidden or shown, or the network came or went. */
  readonly wake: () => void;
}
