/** The MIME types of a name's ending, as IANA, Apache and nginx list them (package `mime-db`). */
import database from 'mime-db';

const typesByExtension = new Map<string, readonly string[]>();
for (const [type, { extensions = [] }] of Object.entries(database))
  for (const extension of extensions)
    typesByExtension.set(extension, [...(typesByExtension.get(extension) ?? []), type]);

/** All types of an ending in lower case, such as `svg`; none for an unknown one. */
export const mimeTypesOfExtension = (suffix: string): readonly string[] => typesByExtension.get(suffix) ?? [];
