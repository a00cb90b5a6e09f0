/** A stored file, by path or id, and its name. */
export type StoredFile = string | number;

/** Titles of attachments are their URLs. */
export const ATTACHMENT_ENTITY = 'attachment';

/** The digest that the server puts before the extension of a stored file, with or without a hyphen by the setting. */
const DIGEST = /(?<=.)(?:-[\da-f]{32,64}|[\da-f]{40})(?=\.\w+$)/;
/** The name in the path, without its digest. */
export const storedFileName = (storedFile: StoredFile): string =>
  typeof storedFile === 'number' ? `#${storedFile}` : (storedFile.split('/').at(-1) ?? storedFile).replace(DIGEST, '');
