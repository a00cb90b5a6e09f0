/** Kinds of files as people look for them, each a filter of the attachments' MIME type. */
export const KIND_FILTERS = {
  all: '',
  image: 'like:image/',
  video: 'like:video/',
  audio: 'like:audio/',
  document: 'like:application/',
  text: 'like:text/',
} as const;
export type KindName = keyof typeof KIND_FILTERS;
export const KIND_NAMES = Object.keys(KIND_FILTERS) as readonly KindName[]; // the keys of the table above

export const kindOfFilter = (filter: string): KindName | undefined =>
  KIND_NAMES.find((kind) => KIND_FILTERS[kind] === filter);
