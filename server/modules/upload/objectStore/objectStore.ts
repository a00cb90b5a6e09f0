/** What any object store must be able to do for us. A driver speaks one protocol; nothing else of the house knows which. */

export interface ObjectFacts {
  readonly size: number;
  readonly type: string;
  /** What the store calls this very content. */
  readonly etag: string;
}
/** How an object is stored: what a browser is told of it when it fetches it from there. */
export interface ObjectHeaders {
  readonly type: string;
  readonly disposition: 'inline' | 'attachment';
}
/** A signed right to send an object as `multipart/form-data`: `key`, these parameters, and the file as the last field. */
export interface SignedUploadForm {
  readonly url: string;
  /** Form fields, to be sent as they stand: the signed policy names them. */
  readonly params: Readonly<Record<string, string>>;
}
/** What a signed form allows. */
export interface PostPolicyTerms {
  /** One key, or any key that begins with a prefix. */
  readonly key: string | { readonly prefix: string };
  /** Bytes of the file, at least and at most. */
  readonly size: readonly [least: number, most: number];
  /** The type of the object; absent: the store's default. */
  readonly type?: string;
  readonly seconds: number;
  readonly at?: Date;
}
export interface StoredObject {
  readonly key: string;
  /** Unix milliseconds. */
  readonly modified: number;
}
export interface ObjectStore {
  /** The origin browsers send to and fetch from. */
  readonly origin: string;
  /** Where an object lies at the store. */
  readonly urlOf: (key: string) => string;
  /** The key an address of this very store names; undefined for any other address. */
  readonly keyOf: (address: string) => string | undefined;
  readonly createUploadForm: (terms: PostPolicyTerms) => SignedUploadForm;
  /** All objects whose key begins with the prefix. */
  readonly list: (prefix: string) => AsyncIterable<StoredObject>;
  /** A right to fetch one object for a while. */
  readonly createSignedUrl: (key: string, seconds: number) => Promise<string>;
  /** Undefined: there is no such object. */
  readonly head: (key: string) => Promise<ObjectFacts | undefined>;
  /** Writes an object into a file; breaks off when it is longer than it may be. */
  readonly fetch: (key: string, to: string, most: number) => Promise<ObjectFacts | undefined>;
  readonly put: (key: string, from: string, form: ObjectHeaders) => Promise<void>;
  /** Copies within the store; false when the source is no longer what it was. */
  readonly copy: (from: string, to: string, etag: string, form: ObjectHeaders) => Promise<boolean>;
  /** An object that is gone already counts as removed. */
  readonly remove: (key: string) => Promise<void>;
}

/** The store did not do what was asked; it may later, unless it refused our keys. */
export class ObjectStoreError extends Error {
  constructor(readonly trouble: 'forbidden' | 'connection' | 'timeout' | 'refused' | 'too_large' | 'other') {
    super(`the object store: ${trouble}`);
    this.name = 'StoreFailure';
  }
}
