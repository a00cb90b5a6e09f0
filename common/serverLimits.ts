/** Limits that only the server uses, so that no client loads them. A comment names the unit and the subject of its key. */
export const SERVER_LIMITS = {
  // Mails

  /** Test mails of one admin per minute. */
  testMailsPerMinute: 5,
  /** Mails per hour to the owner of the site from each template: messages, trial requests, security events, failed tasks. */
  ownerMailsPerHour: 30,
  /** Confirmations of form requests per hour, to all addresses together. */
  formConfirmationsPerHour: 60,
  /** Confirmations of form requests to one address per day; at most one of them an hour. */
  formConfirmationsPerAddress: 3,

  // Sessions

  /** Seconds an access token of an admin is valid. */
  adminAccessTokenSeconds: 15 * 60,
  /** Seconds an access token of a member is valid. */
  memberAccessTokenSeconds: 30 * 60,
  /** Seconds without use after which the session of an admin ends. */
  adminSessionIdleSeconds: 24 * 3_600,
  /** Seconds without use after which the session of a member ends. */
  memberSessionIdleSeconds: 14 * 86_400,
  /** Seconds a remembered session of an admin lasts at most. */
  adminRememberedSessionSeconds: 7 * 86_400,
  /** Seconds a remembered session of a member lasts at most. */
  memberRememberedSessionSeconds: 30 * 86_400,
  /** Seconds a session that is not remembered lasts at most. */
  shortSessionSeconds: 12 * 3_600,
  /** Sessions of one admin or member; a further one ends the oldest. */
  sessionsPerPrincipal: 10,
  /** Seconds a support session lasts. */
  supportSeconds: 15 * 60,
  /** Seconds for which the account of a member is locked after "this wasn't me", and for which the link in the mail is valid. */
  memberLockSeconds: 3 * 86_400,
  /** Seconds for which a step-up confirmation allows protected actions. */
  stepUpSeconds: 300,
  /** Seconds between two writes of the last use of a session. */
  sessionUseSeconds: 60,
  /** Session refreshes per minute; `REFRESH_LIMIT` allows ten times as many for one session, and for forged tokens of one IP address. */
  sessionRefreshesPerMinute: 10,

  // Audit log and API tokens

  /** Refused requests of one admin that the audit log records per minute; the last entry says that there were more. */
  refusalsPerMinute: 30,
  /** Days an API token is valid at most. */
  apiTokenDays: 366,
  /** Seconds between two records of the use of an API token. */
  apiTokenUseSeconds: 300,

  // Terminal

  /** Stored bytes of the output of one attempt; beyond them the middle is dropped. */
  taskOutputBytes: 16 * 1024 * 1024,
  /** Stored bytes from the beginning of the output of one attempt. */
  taskOutputHeadBytes: 1024 * 1024,
  /** Bytes of output at which the server stops a command. */
  maxTaskOutputBytes: 64 * 1024 * 1024,
  /** Bytes of one chunk of output, as it is stored and sent. */
  taskOutputChunkBytes: 32 * 1024,
  /** Unfinished tasks. */
  queuedTasks: 200,
  /** Task outputs that one connection follows at once. */
  tailsPerSocket: 10,
  /** Seconds for which a ticket opens the event stream of a task. */
  taskTicketSeconds: 60,
  /** Event streams of one principal. */
  streamsPerPrincipal: 20,

  // Log

  /** Characters of a logged value. */
  logFieldChars: 8 * 1024,
  /** Characters of a logged user agent. */
  logUserAgentChars: 255,
  /** Characters of a logged URL. */
  logUrlChars: 1_000,
} as const;
