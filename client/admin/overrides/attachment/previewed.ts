/** As much of an attachment as its preview depends on. */
export interface Previewed {
  readonly url: string;
  readonly name: string;
  readonly mimetype: string;
  readonly size: number;
  readonly width: number;
  readonly height: number;
}
