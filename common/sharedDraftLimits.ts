/** Limits of shared drafts; they are part of `LIMITS`. */
export const SHARED_DRAFT_LIMITS = {
  /** Bytes of one update of a shared draft. */
  draftUpdateBytes: 60 * 1024,
  /** Insertions of one update of a shared draft. */
  draftUpdateSteps: 5_000,
  /** Updates of shared drafts from one connection per second, on average. */
  draftUpdatesPerSecond: 30,
  /** Cursor positions in shared drafts from one connection per second, on average; the server drops further ones. */
  draftCursorsPerSecond: 10,
  /** Bytes of one shared draft with its deleted parts. */
  sharedDraftBytes: 2 * 1024 * 1024,
  /** Shared drafts in which one connection takes part. */
  sharedDraftsPerConnection: 40,
  /** Days without a change after which a shared draft is deleted. */
  sharedDraftDays: 30,
} as const;
