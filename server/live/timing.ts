/** Timing and memory limits of the live channel, in milliseconds unless stated otherwise; limits of the protocol are in `common/limits`. */

export const TIMING = {
  /** The minimal interval between two frames of one topic: in an idle process, and in a busy one. */
  minFlushMs: 20,
  maxFlushMs: 50,
  /** The minimal interval between two frames to a hidden page. */
  hiddenFlushMs: 2_000,
  /** The interval between two watermarks; longer for members, since it would reveal the volume of changes. */
  adminTickMs: 5_000,
  memberTickMs: 30_000,
  housekeepingMs: 500,
  /** The minimal interval between two frames of a dashboard. */
  dashboardFlushMs: 250,
  /** The interval at which a node reads the connections of the other nodes. */
  crossNodeOnlineMs: 500,
  /** Counters: the interval of storing them, of recounting one of them, and the time until an unused aggregate is dropped. */
  counterStoreMs: 5_000,
  counterCheckMs: 60_000,
  unusedMetricMs: 60_000,
  /** The changes in memory, and how many of them are read at start for clients that return after a deploy. */
  ringRows: 50_000,
  ringBytes: 32 * 1024 * 1024,
  preloadRows: 10_000,
  /** The maximal rows and characters that a returning client gets of one topic; above that it must fetch again. */
  catchUpRows: 2_000,
  catchUpChars: 256 * 1024,
  /** The waiting time of a client whose snapshot is ahead of this node. */
  catchUpWaitMs: 3_000,
  /** Per topic and second: above this number of new rows only their count is sent; above this number of changes the topic is reset. */
  maxEntersPerSecond: 200,
  maxChangesPerSecond: 2_000,
  /** The time over which clients spread their refetch after a reset. */
  resetJitterMs: 2_000,
  /**
   * Clients that refetch after a change of permissions or menu: up to `reauthorizeBurst` at once, above that `reauthorizeMsEach` for each,
   * at most `reauthorizeMaxMs`. A hundred clients refetch within half a second; a thousand make 20 requests in 100 ms.
   */
  reauthorizeBurst: 20,
  reauthorizeMsEach: 5,
  reauthorizeMaxMs: 30_000,
  /** The time with unsent packets after which a connection is slow, gets resets, and is disconnected. */
  slowAfterMs: 1_000,
  slowResetMs: 60_000,
  slowDisconnectMs: 300_000,
  /** New connections per second; the server refuses more. */
  handshakesPerSecond: 500,
  /** The same for one IP network: an IPv4 address or a /48 of IPv6. */
  handshakesPerNetwork: 100,
  /** The lag of the event loop above which the server refuses connections; the maximal seconds until refused or disconnected clients return. */
  maxLagMs: 200,
  maxRetrySeconds: 10,
  /** The time within which a connection must authenticate. */
  connectTimeoutMs: 5_000,
  pingIntervalMs: 25_000,
  pingTimeoutMs: 20_000,
  /** The interval of polling the head of the log, alone and while other nodes write. A poll reads one row by its key. */
  pollAloneMs: 2_000,
  pollSharedMs: 50,
  /**
   * The time for which a disconnected device of a member still counts as present: a reloaded page returns before. A device of a crashed
   * node disappears after the lease of the node and this time, within 20 seconds.
   */
  deviceGraceMs: 4_000,
  /**
   * Nodes: the interval of reading each other, the wait of a new one until the others have found it, the interval of heartbeats,
   * the lease after which a node counts as dead, and the time until its row is deleted.
   */
  nodeRefreshMs: 250,
  nodeStartupWaitMs: 400,
  nodeHeartbeatMs: 5_000,
  nodeLeaseMs: 15_000,
  nodeDeleteAfterMs: 60_000,
} as const;
