/** The MIME types of a file suffix by IANA, Apache and nginx (package `mime-db`). */
import database from 'mime-db';

const typesByExtension = new Map<string, readonly string[]>();
for (const [type, { extensions = [] }] of Object.entries(database))
  for (const extension of extensions)
    typesByExtension.set(extension, [...(typesByExtension.get(extension) ?? []), type]);

/** All types of a suffix in lower case, such as `svg`; none for an unknown one. */
export const listMimeTypes = (suffix: string): readonly string[] => typesByExtension.get(suffix) ?? [];
