/** All limits of the wire and of the engine. */
export const LIMITS = {
  /** Bytes of a JSON body; of one that carries rich text. */
  body: 100 * 1024,
  bodyRich: 1024 * 1024,
  bodyDepth: 32,
  bodyKeys: 5_000,
  url: 8 * 1024,
  queryKeys: 60,
  page: 1_000_000,
  pageSize: 10,
  pageSizeMax: 200,
  sortKeys: 4,
  searchItems: 20,
  searchValue: 255,
  /** Ids of one bulk call, rows of one batchAdd, values of one IN. */
  bulk: 500,
  countCap: 100_000,
  /** Number of newest rows of a table that quick search reads, unless the query asks for the whole table. */
  searchNewest: 10_000,
  /**
   * Lists that guests and members ask for: conditions, sort keys, how many rows deep a page may lie, milliseconds until the read ends,
   * lists one caller reads at once and has waiting, and how many it may ask for a second and at once. A caller is a member, or the
   * guests of one address (IPv6: /64).
   */
  openSearchItems: 5,
  openSortKeys: 2,
  openDepth: 10_000,
  openListMs: 2_000,
  openListsAtOnce: 2,
  openListsWaiting: 60,
  openListsPerSecond: 30,
  openListsBurst: 300,
  /** Reads of guests of one network that wait for a free place: as many callers share an office's or a proxy's address. */
  openReadsQueued: 1_000,
  /** Milliseconds such a read waits for a free place; then the answer is 503. */
  openReadWaitMs: 4_000,
  /** Bytes that one change of many rows writes into all of them. */
  bulkBytes: 4 * 1024 * 1024,
  exportRows: 100_000,
  /** Files of one list a person takes in an hour. */
  exportsPerHour: 6,
  viewsPerList: 50,
  /** Values of fields. */
  text: 255,
  shortText: 1_024,
  longText: 100_000,
  richTextBytes: 1024 * 1024,
  /** Tags of one formatted text, and how deep they may be nested. */
  richTags: 20_000,
  /** Characters `<`, `>` and `&` of one formatted text, each; entities that the sanitizer may write of them. */
  richMarks: 50_000,
  richEntities: 150_000,
  richDepth: 100,
  passwordMin: 6,
  passwordMax: 32,
  accountMin: 3,
  accountMax: 15,
  /** Characters of the longest e-mail address. */
  emailMax: 254,
  captchaMin: 4,
  captchaMax: 6,
  /** Cents of any amount: what a number still holds exactly. */
  money: 9_000_000_000_000_000,
  /**
   * Cents, or points, one account may hold, above or below zero: ten thousand million whole units. Sums over members, hours and lists are
   * numbers in figures and thresholds, and those are exact up to 2^53: nine thousand accounts may be full before one is not.
   */
  account: 1_000_000_000_000,
  listItems: 1_000,
  jsonBytes: 64 * 1024,
  jsonDepth: 8,
  keyLength: 64,
  /** Mutation ids, idempotency keys, task uuids. */
  midLength: 64,
  mutationLogHours: 48,
  historyDays: 365,
  /** Bytes of one kept draft, how many a person has, and for how long. */
  draftBytes: 1024 * 1024,
  draftsPerPerson: 100,
  draftDays: 7,
  /** Bytes of an upload when the site sets none, and the hard cap above which the answer is 413. */
  upload: 10 * 1024 * 1024,
  uploadHard: 2 * 1024 * 1024 * 1024,
  /** Files one person may have stored; the part of the disk nobody may fill. */
  uploadFiles: 20_000,
  /** Bytes of one part of a big file at most, files somebody may have begun, hours an unfinished one is kept, files a member stores an hour. */
  uploadPart: 8 * 1024 * 1024,
  uploadsOpen: 20,
  uploadPartHours: 24,
  uploadsPerHour: 60,
  /** How long somebody may take to send a file to the store, and how many at once. */
  uploadTicketSeconds: 600,
  uploadTickets: 50,
  /** How long the upload form of the bootstrap is valid: it cannot be withdrawn when its owner loses access. */
  uploadFormSeconds: 3_600,
  diskReserve: 0.05,
  diskReserveMost: 256 * 1024 * 1024,
  testMailsPerMinute: 5,
  /** Mails an hour of each kind to the owner: messages, trial requests, security events, failed tasks. */
  houseMailsPerHour: 30,
  /** Pixels of a JPEG, which is shrunk while it loads, and of any other picture; bytes of a picture whose metadata is removed. */
  imagePixels: 50_000_000,
  imagePixelsDecoded: 16_000_000,
  imageBytes: 64 * 1024 * 1024,
  /** Milliseconds and megabytes one picture may cost, milliseconds it waits; pictures whose failed thumbnail is remembered. */
  pictureMs: 15_000,
  pictureWaitMs: 60_000,
  pictureMemoryMb: 768,
  thumbFailures: 5_000,
  /** Milliseconds. */
  clientTimeout: 10_000,
  requestDeadline: 9_000,
  statementTimeout: 5_000,
  poolWait: 2_000,
  /** Seconds. */
  accessTokenAdmin: 15 * 60,
  accessTokenMember: 30 * 60,
  sessionIdleAdmin: 24 * 3_600,
  sessionIdleMember: 14 * 86_400,
  sessionKeepAdmin: 7 * 86_400,
  sessionKeepMember: 30 * 86_400,
  sessionShort: 12 * 3_600,
  sessionsPerPrincipal: 10,
  /** Length of a support session. */
  supportSeconds: 15 * 60,
  /** After "this wasn't me" the account is locked for this time; the link in the mail is valid as long. */
  memberLockSeconds: 3 * 86_400,
  stepUpSeconds: 300,
  /** Failures of one address or account before a captcha is asked, and their window in seconds. */
  loginFailures: 5,
  loginWindow: 15 * 60,
  loginPerAccount: 50,
  loginPerAddress: 100,
  /** Longest wait between two guesses once they are slowed, seconds. */
  loginDelay: 30,
  refreshPerMinute: 10,
  /** Seconds between the right password and the second factor, and the life of a passkey's challenge. */
  factorSeconds: 5 * 60,
  /** Wrong codes of one person in a day before only a passkey or a recovery code opens. */
  codesPerDay: 100,
  recoveryCodes: 10,
  passkeys: 10,
  captchaSeconds: 5 * 60,
  /** One-time codes by e-mail or text message: their life, guesses, and how many are sent at most. */
  codeSeconds: 10 * 60,
  codeTries: 5,
  codesWithoutCaptcha: 1,
  codesPerRecipientHour: 5,
  codesPerRecipientDay: 10,
  codesPerAddressDay: 20,
  /** Codes of one IPv6 network (/48) in a day, and how many of them in an hour without a captcha. */
  codesPerNetworkDay: 200,
  codesPerNetworkFree: 10,
  /** Codes of all callers together, for each way and day: registrations, password recovery, members who are signed in. */
  codesOfHouseDay: 2_000,
  codesOfRecoveryDay: 1_000,
  codesOfMembersDay: 1_000,
  /** Captchas one address may have open at once. */
  captchasPerAddress: 200,
  captchasPerNetwork: 2_000,
  /** Refused requests of one admin that the audit log records in a minute; the last entry says that there were more. */
  refusalsPerMinute: 30,
  /** Longest life of an API token; how often its use is noted at most. */
  apiTokenDays: 366,
  apiTokenUseSeconds: 300,
  /** How often the use of a session is written at most. */
  sessionUseSeconds: 60,
  /** Password hashes waiting for a core. */
  hashQueue: 64,
  /** Live channel. */
  topics: 200,
  topicFilterBytes: 2_048,
  /** Total cost of the topics of one person: each costs one, plus one for every 128 characters of its filter. */
  topicCost: 2_000,
  /** Characters of a topic's quick search. */
  topicSearch: 100,
  /** Rows of one entity that a client caches before it drops those that no screen shows. */
  rowsKept: 10_000,
  socketsPerPrincipal: 20,
  /** Event streams of the terminal one principal may hold open. */
  streamsPerPrincipal: 20,
  /** Connections of one network that are not signed in yet; what each may send, and how many refusals end it. */
  socketsBeforeLogin: 50,
  socketPacketsBeforeLogin: 20,
  socketRefusals: 5,
  socketFrame: 64 * 1024,
  socketEventsPerSecond: 20,
  socketBurst: 100,
  socketStrikes: 3,
  /** Bytes waiting in one socket before backpressure begins. */
  socketSlow: 256 * 1024,
  tokenGraceSeconds: 30,
  /** Terminal: bytes of output kept of one attempt, how many of them from its beginning, and at how many a command is ended. */
  taskOutput: 16 * 1024 * 1024,
  taskOutputHead: 1024 * 1024,
  taskOutputMost: 64 * 1024 * 1024,
  /** Bytes of one piece, as it is stored and sent. */
  taskPiece: 32 * 1024,
  /** Tasks in the queue; outputs one socket follows at once; seconds a ticket opens the event stream. */
  tasks: 200,
  tailsPerSocket: 10,
  taskTicketSeconds: 60,
  /** Metrics of one dashboard; hours or days of a time series; metrics in memory without a permanent counter. */
  figures: 60,
  figureSpan: 400,
  figuresKept: 400,
  /** Of them at most so many for one person. */
  figuresPerPrincipal: 120,
  /** Members whose records one socket shows; devices of one member that are reported. */
  membersWatched: 20,
  devicesTold: 20,
  presenceBeat: 5_000,
  presenceLease: 15_000,
  /** Truncation of logged values, in characters. */
  logField: 8 * 1024,
  logUserAgent: 255,
  logUrl: 1_000,
} as const;
