/** Gives each new notice and preference its public id. */
import { randomInt } from 'node:crypto';
import { notice } from '../../common/entities/notice';
import { preference } from '../../common/entities/preference';
import { PUBLIC_ID_END } from '../../common/entity/publicId';
import { defineHooks } from '../engine/write/entityHooks';

const newPublicId = (): number => randomInt(1, PUBLIC_ID_END - 1);

export const publicIdBehaviours = [
  defineHooks(notice, {
    beforeWrite: (_step, changes, before) => (before ? changes : { ...changes, public_id: newPublicId() }),
  }),
  defineHooks(preference, {
    beforeWrite: (_step, changes, before) => (before ? changes : { ...changes, public_id: newPublicId() }),
  }),
] as const;
