/** Kinds of files as people look for them, each a filter of the attachments' MIME type. */
export const CATEGORY_FILTERS = {
  all: '',
  image: 'like:image/',
  video: 'like:video/',
  audio: 'like:audio/',
  document: 'like:application/',
  text: 'like:text/',
} as const;
export type FileCategory = keyof typeof CATEGORY_FILTERS;
export const FILE_CATEGORIES = Object.keys(CATEGORY_FILTERS) as readonly FileCategory[]; // the keys of the table above

export const categoryOfFilter = (filter: string): FileCategory | undefined =>
  FILE_CATEGORIES.find((kind) => CATEGORY_FILTERS[kind] === filter);
