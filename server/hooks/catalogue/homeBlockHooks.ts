/** Hooks of home blocks: checks their styles on every write. */
import { homeBlock } from '../../../common/entities/homeBlock';
import { fault } from '../../../common/protocol/faults';
import { defineHooks } from '../../engine/write/context/entityHooks';
import { isBlockStyles } from './blockStyles';

const STYLES = ['css_pc', 'css_mobile'] as const;

export const homeBlockHooks = defineHooks(homeBlock, {
  beforeWrite: (_hook, changes) => {
    const invalidFields = STYLES.filter((name) => !isBlockStyles(changes[name] ?? ''));
    if (invalidFields.length === 0) return changes;
    throw fault('row.invalid', undefined, { fields: invalidFields.map((path) => ({ path, code: 'css' })) });
  },
});
