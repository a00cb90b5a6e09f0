/** Categories of files, each a filter on the MIME type of attachments. */
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

export const findFilterCategory = (filter: string): FileCategory | undefined =>
  FILE_CATEGORIES.find((kind) => CATEGORY_FILTERS[kind] === filter);
