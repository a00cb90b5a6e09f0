/** The MIME types of a name's ending, as IANA, Apache and nginx list them (package `mime-db`). */
import database from 'mime-db';

const types = new Map<string, readonly string[]>();
for (const [type, { extensions = [] }] of Object.entries(database))
  for (const ending of extensions) types.set(ending, [...(types.get(ending) ?? []), type]);

/** All types of an ending in lower case, such as `svg`; none for an unknown one. */
export const typesOfEnding = (suffix: string): readonly string[] => types.get(suffix) ?? [];
