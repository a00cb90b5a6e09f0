/** A saved view of a list: private, or shared with all readers of the list. */
export interface SavedView {
  readonly id: string;
  readonly title: string;
  /** The query part of the list's address: filters, search, order, columns. */
  readonly query: string;
  readonly shared: boolean;
  /** Whether it belongs to the reader; other views are shared ones. */
  readonly own: boolean;
  /** The person who shared it. */
  readonly by: string;
}
