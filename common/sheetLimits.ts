/** Limits of a spreadsheet from which a design starts. Larger files are imported after the design is applied. */
export const SHEET_LIMITS = {
  /** Rows without the headings. */
  rows: 5_000,
  columns: 60,
  cellChars: 2_000,
  /** Bytes of all rows as JSON. */
  bytes: 2_000_000,
} as const;
