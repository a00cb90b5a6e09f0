/** How fast the live channel runs and when it gives up, in milliseconds unless said otherwise; wire limits are `common/limits`. */

export const TIMING = {
  /** Shortest time between two frames of one topic: of a process with time to spare, and of a busy one. */
  minFlushMs: 20,
  maxFlushMs: 50,
  /** Shortest time between two frames to a hidden tab. */
  hiddenFlushMs: 2_000,
  /** Time between two watermarks; members get theirs more rarely, it would tell volume. */
  adminTickMs: 5_000,
  memberTickMs: 30_000,
  housekeepingMs: 500,
  /** Shortest time between two frames of a dashboard. */
  dashboardFlushMs: 250,
  /** Time between two looks at who is connected to the other nodes. */
  crossNodeOnlineMs: 500,
  /** Counters: how soon they are stored, how often one of them is counted anew, how long an unwatched figure is kept. */
  counterStoreMs: 5_000,
  counterCheckMs: 60_000,
  unusedMetricMs: 60_000,
  /** Changes in memory, and how many of them are read at start for readers returning after a deploy. */
  ringRows: 50_000,
  ringBytes: 32 * 1024 * 1024,
  preloadRows: 10_000,
  /** The most rows and characters a returning reader is told of one topic before it is asked to fetch again. */
  catchUpRows: 2_000,
  catchUpChars: 256 * 1024,
  /** How long a reader whose snapshot is ahead of this node waits for it. */
  catchUpWaitMs: 3_000,
  /** Per topic and second: beyond so many newcomers only their number is told, beyond so many changes the list is reset. */
  stormEnters: 200,
  stormChanges: 2_000,
  /** Readers told to fetch again spread over so long. */
  resetJitterMs: 2_000,
  /**
   * Readers who ask again because their rights or the menu changed: up to so many at once, of more each has so long for itself, and
   * none waits longer. A crowd of a hundred has asked within half a second, a thousand members are 20 requests in 100 ms.
   */
  reauthorizeBurst: 20,
  reauthorizeMsEach: 5,
  reauthorizeMaxMs: 30_000,
  /** A socket with unsent packets for so long is slow; then reset, then gone. */
  slowAfterMs: 1_000,
  slowResetMs: 60_000,
  slowDisconnectMs: 300_000,
  /** New connections a second before the server asks to come back later. */
  handshakesPerSecond: 500,
  /** The share of one network in them: an IPv4 address, or a /48 of IPv6. */
  handshakesPerNetwork: 100,
  /** A process so late lets nobody new in; seconds in which those turned away, or sent off by a shutdown, come back. */
  maxLagMs: 200,
  maxRetrySeconds: 10,
  /** How long a connection may say nothing about who it is. */
  connectTimeoutMs: 5_000,
  pingIntervalMs: 25_000,
  pingTimeoutMs: 20_000,
  /** Time between two looks at the head of the log: alone, and while another node writes too. A look is one row by its key. */
  pollAloneMs: 2_000,
  pollSharedMs: 50,
  /**
   * A device of a member that fell silent is still here for so long: a page that loads anew comes back before. What died without a
   * word is gone after the lease of its node and this, within 20 seconds.
   */
  deviceGraceMs: 4_000,
  /**
   * Nodes: how often they look for each other, how long a new one waits until the others have seen it, how often they say that they
   * live, when one is taken for dead, when it is forgotten.
   */
  nodeRefreshMs: 250,
  nodeStartupWaitMs: 400,
  nodeHeartbeatMs: 5_000,
  nodeLeaseMs: 15_000,
  nodeDeleteAfterMs: 60_000,
} as const;
