/** A stored file, by path or id, and its name. */
export type StoredFile = string | number;

/** Titles of attachments are their URLs. */
export const ATTACHMENT_ENTITY = 'attachment';

export const storedFileName = (storedFile: StoredFile): string =>
  typeof storedFile === 'number' ? `#${storedFile}` : (storedFile.split('/').at(-1) ?? storedFile);
