/** A file for robots and readers. */
export interface SiteFile {
  readonly type: string;
  readonly text: string;
  readonly dependencies: ReadonlySet<string>;
}
