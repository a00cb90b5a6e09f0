/** Gives each new notice and preference its public id. */
import { randomInt } from 'node:crypto';
import { notice } from '../../common/entities/notice';
import { preference } from '../../common/entities/preference';
import { PUBLIC_ID_END } from '../../common/entity/publicId';
import { behave } from '../engine/behaviour';

const newPublicId = (): number => randomInt(1, PUBLIC_ID_END - 1);

export const publicIdBehaviours = [
  behave(notice, {
    beforeWrite: (_step, changes, before) => (before ? changes : { ...changes, public_id: newPublicId() }),
  }),
  behave(preference, {
    beforeWrite: (_step, changes, before) => (before ? changes : { ...changes, public_id: newPublicId() }),
  }),
] as const;
