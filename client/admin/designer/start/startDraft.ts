/** The values of the dialog that starts a design. */
export interface StartDraft {
  readonly tableName: string;
  /** The name of one record in the language of the reader. */
  readonly name: string;
  /** The name in the other language; may be empty. */
  readonly otherName: string;
  readonly table: string;
  readonly sql: string;
  readonly record: number | null;
  readonly sheet: readonly (readonly string[])[];
  /** The JSON text of an exported definition. */
  readonly definition: string;
}
export interface SourceProps {
  readonly draft: StartDraft;
  readonly onChange: (change: Partial<StartDraft>) => void;
}
