/** A stored file, by path or id, and its name. */
export type StoredFile = string | number;

/** Titles of attachments are their URLs. */
export const ATTACHMENT_ENTITY = 'attachment';

const HEX = /^[\da-f]+$/;
/** Length of a digest that stands without a hyphen. */
const DIGEST_LENGTH = 40;
/** Removes the digest that the server puts before the extension of a stored file, with or without a hyphen by the setting. */
function removeDigest(name: string): string {
  const dot = name.lastIndexOf('.');
  const stem = name.slice(0, Math.max(dot, 0));
  const hyphen = stem.lastIndexOf('-');
  const tail = stem.slice(hyphen + 1);
  if (hyphen > 0 && tail.length >= 32 && tail.length <= 64 && HEX.test(tail))
    return stem.slice(0, hyphen) + name.slice(dot);
  const isDigest = stem.length > DIGEST_LENGTH && HEX.test(stem.slice(-DIGEST_LENGTH));
  return isDigest ? stem.slice(0, -DIGEST_LENGTH) + name.slice(dot) : name;
}

/** The name in the path, without its digest. */
export const storedFileName = (storedFile: StoredFile): string =>
  typeof storedFile === 'number' ? `#${storedFile}` : removeDigest(storedFile.split('/').at(-1) ?? storedFile);
