/** Creates the public id of new notices and preferences. */
import { randomInt } from 'node:crypto';
import { notice } from '../../../common/entities/notice';
import { preference } from '../../../common/entities/preference';
import { PUBLIC_ID_LIMIT } from '../../../common/entity/publicId';
import { defineHooks } from '../../engine/write/context/entityHooks';

/** A random public id. */
export const createPublicId = (): number => randomInt(1, PUBLIC_ID_LIMIT - 1);

export const publicIdHooks = [
  defineHooks(notice, {
    beforeWrite: (_hook, changes, before) => (before ? changes : { ...changes, public_id: createPublicId() }),
  }),
  defineHooks(preference, {
    beforeWrite: (_hook, changes, before) => (before ? changes : { ...changes, public_id: createPublicId() }),
  }),
] as const;
