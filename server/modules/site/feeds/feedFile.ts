/** A file for robots and readers. */
export interface FeedFile {
  readonly type: string;
  readonly text: string;
  readonly dependencies: ReadonlySet<string>;
}
