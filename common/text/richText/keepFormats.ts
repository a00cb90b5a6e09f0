/** The part of a Yjs transaction that says whether Yjs removes formats that look redundant to it after changes of others. */
interface FormatCleanup {
  _needFormattingCleanup: boolean;
}
interface FormattedDocument {
  readonly on: (event: 'afterTransaction', listener: (transaction: FormatCleanup) => void) => unknown;
}

/**
 * Keeps the formats of a shared draft as they were written. Yjs would remove some after changes of others, in each editor by itself and at
 * different times, so that editors could show different formats; suggestions are formats, and theirs is what must not differ.
 */
export function keepFormats(doc: FormattedDocument): void {
  doc.on('afterTransaction', (transaction) => {
    transaction._needFormattingCleanup = false;
  });
}
