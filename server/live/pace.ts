/** How fast the live channel runs and when it gives up, in milliseconds unless said otherwise; wire limits are `common/limits`. */

export const PACE = {
  /** Shortest time between two frames of one topic. */
  flush: 50,
  /** Shortest time between two frames to a hidden tab. */
  hiddenFlush: 2_000,
  /** Time between two watermarks; members get theirs more rarely, it would tell volume. */
  tick: 5_000,
  memberTick: 30_000,
  housekeeping: 500,
  /** Changes in memory, and how many of them are read at start for readers returning after a deploy. */
  ringRows: 50_000,
  ringBytes: 32 * 1024 * 1024,
  warmRows: 10_000,
  /** The most rows and characters a returning reader is told of one topic before it is asked to fetch again. */
  catchUpRows: 2_000,
  catchUpChars: 256 * 1024,
  /** How long a reader whose snapshot is ahead of this node waits for it. */
  aheadWait: 3_000,
  /** Per topic and second: beyond so many newcomers only their number is told, beyond so many changes the list is reset. */
  stormEnters: 200,
  stormChanges: 2_000,
  /** Readers told to fetch again spread over so long. */
  jitter: 2_000,
  /** A socket with unsent packets for so long is slow; then reset, then gone. */
  slowAfter: 1_000,
  slowReset: 60_000,
  slowBye: 300_000,
  /** New connections a second before the server asks to come back later. */
  handshakesPerSecond: 500,
  searchChars: 100,
  pingInterval: 25_000,
  pingTimeout: 20_000,
  pollSingle: 2_000,
  pollShared: 200,
} as const;
