/** The limits of imports. A comment names the unit and the subject of its key. */
export const IMPORT_LIMITS = {
  /** Bytes of an imported file. */
  fileBytes: 64 * 1024 * 1024,
  /** Bytes that one part of an imported workbook unpacks to. */
  unpackedBytes: 512 * 1024 * 1024,
  /** Bytes of the texts that the cells of a workbook share. */
  sharedTextBytes: 64 * 1024 * 1024,
  /** Rows of an imported file, without the headings. */
  rows: 100_000,
  /** Columns of an imported file. */
  columns: 200,
  /** Characters of one cell of an imported file. */
  cellChars: 100_000,
  /** Rows that an import writes in one transaction. */
  batchRows: 200,
  /** Rows with errors that an import stores; further ones are counted. */
  errorRows: 10_000,
  /** Files that one person uploads to import per hour. */
  uploadsPerHour: 60,
  /** Days for which the file of an import is kept. */
  fileDays: 7,
} as const;
