/** A way to look at a list that a person kept under a name, for himself or for all who see the list. */
export interface SavedView {
  readonly id: string;
  readonly title: string;
  /** The query part of the list's address: filters, search, order, columns. */
  readonly query: string;
  readonly shared: boolean;
  /** Whether it is the asker's own; others' are shared ones. */
  readonly own: boolean;
  /** Who shared it. */
  readonly by: string;
}
