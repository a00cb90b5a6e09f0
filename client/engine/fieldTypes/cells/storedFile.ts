/** A stored file, by path or id, and its name. */
export type StoredFile = string | number;

/** Titles of attachments are their URLs. */
export const ATTACHMENT_ENTITY = 'attachment';

/** The digest that the server puts before the extension of a stored file, with or without a hyphen by the setting. */
const DIGEST = /(?:-[\da-f]{32,64}|[\da-f]{40})$/;
function removeDigest(name: string): string {
  const dot = name.lastIndexOf('.');
  if (dot === -1) return name;
  const stem = name.slice(0, dot).replace(DIGEST, '');
  return stem === '' ? name : stem + name.slice(dot);
}

/** The name in the path, without its digest. */
export const storedFileName = (storedFile: StoredFile): string =>
  typeof storedFile === 'number' ? `#${storedFile}` : removeDigest(storedFile.split('/').at(-1) ?? storedFile);
