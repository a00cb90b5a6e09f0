/** Messages of imports between the console and the server. */

/** A field that a column of the file may fill. */
export interface ImportField {
  readonly name: string;
  readonly required: boolean;
  /** Existing rows can be found by it. */
  readonly isKey: boolean;
  /** It only finds rows; its value is not written. */
  readonly isReadonly: boolean;
  readonly isDate: boolean;
}

/** Preview of an uploaded file for the column mapping in the console. */
export interface ImportPreview {
  readonly id: number;
  readonly file_name: string;
  readonly headings: readonly string[];
  /** The first rows, cells cut short. */
  readonly samples: readonly (readonly string[])[];
  readonly fields: readonly ImportField[];
  /** The guessed field of each heading, or null. */
  readonly mapping: readonly (string | null)[];
  readonly mode: 'create' | 'update' | 'both';
  readonly key: string;
  readonly can: { readonly create: boolean; readonly update: boolean };
}

/** An error of one row of the file. */
export interface ImportError {
  readonly row: number;
  /** Empty: the error is about the whole row. */
  readonly field: string;
  readonly label: string;
  readonly value: string;
  readonly msg: string;
}
export interface ImportErrors {
  readonly list: readonly ImportError[];
  /** There are more errors than these. */
  readonly hasMore: boolean;
}
