/** The response of `summary`: aggregates of numeric columns over the rows of a filter. */

/** Aggregates of one numeric column. Money is decimal text; other sums are digits if no number holds them exactly. */
export interface ColumnSummary {
  /** Rows that hold a value. */
  readonly count: number;
  readonly sum: number | string | null;
  readonly avg: number | string | null;
  readonly min: number | string | null;
  readonly max: number | string | null;
}
/** Data of `summary`: the columns the reader may see, over the rows of its filter. */
export interface SummaryResponse {
  /** Unix seconds. */
  readonly at: number;
  /** Only the first rows were counted. */
  readonly capped: boolean;
  readonly columns: Readonly<Record<string, ColumnSummary>>;
}
