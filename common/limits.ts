/**
 * Limits of requests, sessions and uploads; imports, module packages and dashboard cards have tables of their own. A comment names the
 * unit and the subject of its key.
 */
import { SHARED_DRAFT_LIMITS } from './sharedDraftLimits';

export const LIMITS = {
  // Requests

  /** Bytes of a JSON body. */
  jsonBodyBytes: 100 * 1024,
  /** Bytes of a JSON body with rich text. */
  richTextBodyBytes: 1024 * 1024,
  /** Objects and arrays inside each other in a JSON body. */
  jsonBodyDepth: 32,
  /** Keys of all objects of a JSON body together. */
  jsonBodyKeys: 5_000,
  /** Characters of a request URL. */
  urlChars: 8 * 1024,
  /** Distinct keys of a query string. */
  queryKeys: 60,
  /** Highest page number of a list. */
  maxPage: 1_000_000,
  /** Rows of a list page when the query names no number. */
  defaultPageSize: 10,
  /** Rows of a list page at most. */
  maxPageSize: 200,
  /** Sort keys of a list query of staff. */
  staffSortKeys: 4,
  /** Filter conditions of a list query of staff. */
  staffFilterConditions: 20,
  /** Characters of a search text or of a filter value. */
  filterValueChars: 255,
  /** Ids of one bulk call, rows of one `batchAdd`, values of one `IN`. */
  maxBulkIds: 500,
  /** Characters of a comment. */
  commentChars: 2_000,
  /** People that one comment mentions. */
  commentMentions: 20,
  /** Rows up to which a list total is exact. */
  exactTotalRows: 100_000,
  /** Number of newest rows of a table that quick search reads, unless the query asks for the whole table. */
  searchedNewestRows: 10_000,
  /** Changes of one entity that a list or a row as of a moment reverses at most. */
  asOfChanges: 20_000,

  // Public reads: lists and rows that guests and members request. A caller is a member, or the guests of one IP prefix (/64 for IPv6).

  /** Filter conditions of a list query of guests and members. */
  publicFilterConditions: 5,
  /** Sort keys of a list query of guests and members. */
  publicSortKeys: 2,
  /** Rows from the start of a list to the end of the last page that guests and members can read. */
  publicListRows: 10_000,
  /** Milliseconds until the server aborts one public read. */
  publicReadMs: 2_000,
  /** Public reads of one caller that run at once. */
  publicReadsAtOncePerCaller: 2,
  /** Public reads of one caller that wait for their turn. */
  publicReadsWaitingPerCaller: 60,
  /** Rate limit of members and guests: read requests of one caller per second, on average. */
  publicReadsPerSecondPerCaller: 30,
  /** Burst of the rate limit: read requests that one caller can send at once after a pause. */
  publicReadBurstPerCaller: 300,
  /** Public reads in the queue of the database; many callers share the IP address of an office or of a proxy. */
  publicReadsQueued: 1_000,
  /** Milliseconds a public read waits in the queue of the database; then the response is 503. */
  publicReadWaitMs: 4_000,

  // Lists and exports

  /** Bytes that one bulk edit writes into all its rows together. */
  bulkBytes: 4 * 1024 * 1024,
  /** Rows of one exported file. */
  exportRows: 100_000,
  /** Exports of one list per person and hour. */
  exportsPerHour: 6,
  /** Saved views of one admin for one list. */
  viewsPerList: 50,

  // Field values

  /** Characters of a text field without its own limit. */
  textChars: 255,
  /** UTF-8 bytes of one rich text. */
  richTextBytes: 1024 * 1024,
  /** Tags of one rich text. */
  richTextTags: 20_000,
  /** Occurrences of each of the characters `<`, `>` and `&` in one rich text. */
  richTextMarks: 50_000,
  /** Character references (such as `&amp;`) that the sanitizer writes for one rich text; beyond them the text is stored without markup. */
  richTextCharacterReferences: 150_000,
  /** Elements inside each other in one rich text. */
  richTextDepth: 100,
  /** Shortest password, in characters. */
  passwordMin: 6,
  /** Longest password, in characters. */
  passwordMax: 32,
  /** Shortest account name, in characters. */
  accountMin: 3,
  /** Longest account name, in characters. */
  accountMax: 15,
  /** Characters of the longest email address. */
  emailMaxChars: 254,
  /** Shortest captcha answer, in characters. */
  captchaMin: 4,
  /** Longest captcha answer, in characters. */
  captchaMax: 6,
  /** Cents of any amount of money; a JavaScript number holds it exactly. */
  maxMoneyAmount: 9_000_000_000_000_000,
  /**
   * Cents of the balance of one member, or its points, above or below zero. Metrics and thresholds sum balances as numbers, which are exact up
   * to 2^53: about 9,000 members can reach the limit before a sum is inexact.
   */
  maxAccountAmount: 1_000_000_000_000,
  /** Items of a list field. */
  listItems: 1_000,
  /** UTF-8 bytes of a JSON field. */
  jsonBytes: 64 * 1024,
  /** Objects and arrays inside each other in a JSON field. */
  jsonDepth: 8,
  /** Characters of a key of a key-value field, and of an unknown name that an error quotes. */
  keyChars: 64,

  // Mutations and drafts

  /** Hours for which the server remembers an idempotency key. */
  mutationLogHours: 48,
  /** Characters of one stored draft as JSON. */
  draftChars: 1024 * 1024,
  /** Stored drafts of one person; the oldest are deleted. */
  draftsPerPerson: 100,
  /** Days for which a draft is stored. */
  draftDays: 7,
  ...SHARED_DRAFT_LIMITS,

  // Uploads and images

  /** Upload limit: bytes of one uploaded file that no setting can exceed; above it the response is 413. See `server/modules/upload/uploadLimits.ts`. */
  maxUploadBytes: 2 * 1024 * 1024 * 1024,
  /** Stored files of one person. */
  filesPerPerson: 20_000,
  /** Bytes of one part of a resumable upload. */
  uploadPartBytes: 8 * 1024 * 1024,
  /** Resumable uploads that one person has begun and not finished. */
  unfinishedUploads: 20,
  /** Hours after its last part until an unfinished upload is deleted. */
  unfinishedUploadHours: 24,
  /** Files that one member uploads per hour. */
  uploadsPerHour: 60,
  /** New rows of one entity by one member. */
  memberRowsPerHour: 30,
  /** Seconds for which a ticket allows an upload to the object store. */
  uploadTicketSeconds: 600,
  /** Unused upload tickets of one person. */
  uploadTicketsPerPerson: 50,
  /** Seconds for which the upload form of the bootstrap is valid; the server cannot revoke it when its owner loses access. */
  uploadFormSeconds: 3_600,
  /** Fraction of the disk that uploads leave free. */
  diskReserveShare: 0.05,
  /** Bytes that uploads leave free at most, on a large disk. */
  maxDiskReserveBytes: 256 * 1024 * 1024,

  // Timeouts

  /** Milliseconds after which the client gives up a request. */
  clientTimeoutMs: 10_000,
  /** Request timeout: milliseconds after which the server responds with `server.deadline`. */
  requestDeadlineMs: 9_000,

  // Sign-in

  /** Wrong passwords for one account from one IP prefix until a captcha is required and further attempts are delayed. */
  loginFailures: 5,
  /** Seconds for which a wrong password counts. */
  loginWindowSeconds: 15 * 60,
  /** Wrong passwords for one account from unknown locations until further attempts are delayed. */
  loginFailuresPerAccount: 50,
  /** Wrong passwords from one IP prefix until further attempts are delayed. */
  loginFailuresPerIpPrefix: 100,
  /** Longest lockout between two sign-in attempts, in seconds. */
  maxLoginLockoutSeconds: 30,
  /** Seconds between the right password and the second factor, and seconds for which the challenge of a passkey is valid. */
  factorSeconds: 5 * 60,
  /** TOTP codes that one admin can try per day; then only a passkey or a recovery code is accepted. The right code resets the count. */
  totpTriesPerDay: 100,
  /** Recovery codes that an admin gets at once. */
  recoveryCodes: 10,
  /** Passkeys of one admin. */
  passkeys: 10,
  /** Seconds a captcha is valid; also the window of `captchasPerIpPrefix` and `captchasPerNetwork`. */
  captchaSeconds: 5 * 60,
  /** Captchas that one IP prefix requests in a window, and that it has open at once. */
  captchasPerIpPrefix: 200,
  /** Captchas that one IPv6 network (/48) requests in a window. */
  captchasPerNetwork: 2_000,
  /** Password hashes that wait for a processor core. */
  queuedPasswordHashes: 64,

  // Live connections

  /** Topics of one connection. */
  topicsPerConnection: 200,
  /** Characters of the filter of a topic as JSON. */
  topicFilterChars: 2_048,
  /** Total cost of the topics of one person: each topic costs one, plus one for every 128 characters of its filter. */
  topicCost: 2_000,
  /** Characters of the quick search of a topic. */
  topicSearchChars: 100,
  /** Rows of one entity in the cache of a client; beyond them it drops rows that no screen shows. */
  cachedRowsPerEntity: 10_000,
  /** Connections of one principal. */
  socketsPerPrincipal: 20,
  /** Readers of the public site with live updates, on one node. */
  siteReaders: 20_000,
  /** Readers of one network: an office, a school. */
  siteReadersPerNetwork: 500,
  /** Connections from one network that have not signed in. */
  socketsBeforeLogin: 50,
  /** Packets of one connection before it signs in. */
  socketPacketsBeforeLogin: 20,
  /** Refused sign-ins of one connection until the server closes it. */
  socketRefusals: 5,
  /** Bytes of one message from a client. */
  socketMessageBytes: 64 * 1024,
  /** Events of one connection per second, on average. */
  socketEventsPerSecond: 20,
  /** Events that one connection can send at once after a pause. */
  socketEventBurst: 100,
  /** Protocol violations of one connection until the server disconnects it. */
  socketViolations: 3,
  /** Unsent bytes of one connection at which backpressure begins. */
  socketUnsentBytes: 256 * 1024,
  /** Seconds a connection stays open after its access token has expired. */
  tokenGraceSeconds: 30,
  /** Metrics of one dashboard. */
  dashboardMetrics: 60,
  /** Hours or days of the time series of one metric. */
  metricSpanPeriods: 400,
  /** Aggregates in memory, permanent counters included. */
  aggregatesKept: 400,
  /** Aggregates in memory that one principal requested. */
  metricsPerPrincipal: 120,
  /** Members whose read receipts one connection follows. */
  membersWatched: 20,
  /** Devices of one member in its read receipts. */
  devicesReported: 20,
  /** Milliseconds between two presence events of a tab. */
  presenceIntervalMs: 5_000,
  /** Milliseconds after its last presence event until a tab counts as closed. */
  presenceLeaseMs: 15_000,

  // Gateway

  /** Bytes of the body of a call through the gateway. */
  gatewayBodyBytes: 1024 * 1024,
  /** Bytes of a response that the gateway passes on. */
  gatewayResponseBytes: 8 * 1024 * 1024,
  /** Milliseconds for one call with all its attempts at the upstream. */
  gatewayCallMs: 8_500,
  /** Nonces that a node remembers; beyond them calls are refused, because it could not detect their repetition. */
  gatewayNonces: 500_000,
  /** Hours for which the previous secret of an app stays valid after a rotation. */
  oldSecretHours: 24,
  /** Seconds for which a started sign-in with the OpenID provider can be finished. */
  oidcSignInSeconds: 600,
  /** Rate limit of single sign-on: requests of one IP prefix per minute. */
  oidcPerMinute: 30,
} as const;
