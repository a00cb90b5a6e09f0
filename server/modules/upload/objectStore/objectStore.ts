/** The interface of object stores (S3-compatible storage). A driver implements one protocol; no other code depends on it. */

export interface ObjectMetadata {
  readonly size: number;
  readonly type: string;
  /** The store's identifier of this content. */
  readonly etag: string;
}
/** Headers stored with an object, which the store sends to browsers. */
export interface ObjectHeaders {
  readonly type: string;
  readonly disposition: 'inline' | 'attachment';
}
/** A signed permission to post an object as `multipart/form-data`: `key`, these parameters, and the file as the last field. */
export interface SignedUploadForm {
  readonly url: string;
  /** Form fields to be sent unchanged: the signed policy names them. */
  readonly params: Readonly<Record<string, string>>;
}
/** The conditions of a signed form. */
export interface PostPolicyTerms {
  /** One key, or any key with a prefix. */
  readonly key: string | { readonly prefix: string };
  /** Minimum and maximum size in bytes. */
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
  /** The origin that browsers send to and fetch from. */
  readonly origin: string;
  /** The URL of an object at the store. */
  readonly getUrl: (key: string) => string;
  /** The key of a URL of this store; undefined for any other URL. */
  readonly findKey: (address: string) => string | undefined;
  readonly createUploadForm: (terms: PostPolicyTerms) => SignedUploadForm;
  /** All objects with this prefix. */
  readonly list: (prefix: string) => AsyncIterable<StoredObject>;
  /** A signed URL to fetch one object for some seconds. */
  readonly createPresignedUrl: (key: string, seconds: number) => Promise<string>;
  /** Undefined: there is no such object. */
  readonly head: (key: string) => Promise<ObjectMetadata | undefined>;
  /** Writes an object into a file; aborts when it exceeds `most` bytes. */
  readonly fetch: (key: string, to: string, most: number) => Promise<ObjectMetadata | undefined>;
  readonly put: (key: string, from: string, form: ObjectHeaders) => Promise<void>;
  /** Copies within the store; false when the source's ETag differs. */
  readonly copy: (from: string, to: string, etag: string, form: ObjectHeaders) => Promise<boolean>;
  /** Deletes an object; a missing one is not an error. */
  readonly remove: (key: string) => Promise<void>;
}

/** A failed request to the store; a retry may succeed unless the store refused the keys. */
export class ObjectStoreError extends Error {
  constructor(readonly reason: 'forbidden' | 'connection' | 'timeout' | 'refused' | 'too_large' | 'other') {
    super(`the object store: ${reason}`);
    this.name = 'StoreFailure';
  }
}
