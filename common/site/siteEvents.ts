/** The events of the namespace `/site`. A visitor names the page it shows in the handshake; nobody signs in. */

/** The handshake: `auth` of the socket. */
export interface SiteHandshake {
  /** Address of the page relative to the origin, with the query values that it reads. */
  readonly path: string;
  /** The version that the visitor shows. */
  readonly version: string;
}

/** Event `page`, from the server: the page changed. */
export interface PageFrame {
  readonly path: string;
  readonly version: string;
  readonly title: string;
  /** HTML of the whole page inside its root element. */
  readonly html: string;
  /** Checked styles of home blocks. */
  readonly styles: string;
}
