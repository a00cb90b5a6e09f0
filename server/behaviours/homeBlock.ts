/** Home blocks: their styles stay within the block, on every way a block is written. */
import { homeBlock } from '../../common/entities/homeBlock';
import { fault } from '../../common/protocol/faults';
import { defineHooks } from '../engine/write/entityHooks';
import { isBlockStyles } from './blockStyles';

const STYLES = ['css_pc', 'css_mobile'] as const;

export const homeBlockBehaviour = defineHooks(homeBlock, {
  beforeWrite: (_step, changes) => {
    const strange = STYLES.filter((name) => !isBlockStyles(changes[name] ?? ''));
    if (strange.length === 0) return changes;
    throw fault('row.invalid', undefined, { fields: strange.map((path) => ({ path, code: 'css' })) });
  },
});
