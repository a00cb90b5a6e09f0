/** A file as a field keeps it, by path or by id, and what it is called. */
export type StoredFile = string | number;

/** Files kept by id are called by their address in what answers bring along. */
export const ATTACHMENT_ENTITY = 'attachment';

export const storedFileName = (storedFile: StoredFile): string =>
  typeof storedFile === 'number' ? `#${storedFile}` : (storedFile.split('/').at(-1) ?? storedFile);
