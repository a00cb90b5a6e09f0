/** Limits of the public site. A comment names the unit and the subject of its key. */
export const SITE_LIMITS = {
  /** Pages of the public site that the server renders at once, for all visitors together. */
  siteRendersAtOnce: 3,
  /** Pages that wait for their rendering for the visitors of one network. */
  siteRendersQueued: 200,
  /** Addresses of rows that are not shown, with readers that wait for them, on one node. */
  siteMissingRows: 200,
  /** Such addresses that the visitors of one network opened. */
  siteMissingRowsPerNetwork: 20,
  /** Characters of the address of a page that is followed live. */
  followedPathLength: 400,
  /** Number of newest rows of a table whose formatted texts the search of the site reads. */
  searchedNewestBodies: 2_000,
  /** Characters of one formatted text that the search of the site reads. */
  searchedBodyChars: 20_000,
  /** Rows of a table whose short texts the search of the site compares exactly. */
  searchedTextCandidates: 1_000,
  /** Rows of a table whose formatted texts the search of the site compares exactly. */
  searchedBodyCandidates: 100,
} as const;
