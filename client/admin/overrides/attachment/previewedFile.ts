/** Fields of an attachment that its preview needs. */
export interface PreviewedFile {
  readonly url: string;
  readonly name: string;
  readonly mimetype: string;
  readonly size: number;
  readonly width: number;
  readonly height: number;
}
