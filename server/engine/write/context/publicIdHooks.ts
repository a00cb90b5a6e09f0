/** Generates the random public id of each new row, for entities whose stored ids stay hidden. */
import { randomInt } from 'node:crypto';
import { PUBLIC_ID_LIMIT } from '../../../../common/entity/publicId';
import type { StoredRow } from '../../../../common/entity/columns';

/** A random public id. */
export const createPublicId = (): number => randomInt(1, PUBLIC_ID_LIMIT - 1);

/** The hooks of entities that have no other ones. */
export const publicIdHooks = (publicId: string) => ({
  beforeWrite: (_hook: unknown, changes: StoredRow, before: StoredRow | undefined): StoredRow =>
    before ? changes : { ...changes, [publicId]: createPublicId() },
});
