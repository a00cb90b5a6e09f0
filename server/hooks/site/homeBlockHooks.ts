/** Hooks of home blocks: checks their styles on every write. */
import { homeBlock } from '../../../common/entities/homeBlock';
import { stringOrEmpty } from '../../../common/json';
import { fault } from '../../../common/protocol/faults';
import { defineHooks } from '../../engine/write/context/entityHooks';
import { isBlockStyles } from './blockStyles';

const STYLES = ['css_pc', 'css_mobile'] as const;

/** The fields of a home block whose styles are refused; a field without a text is fine. */
export const invalidStyleFields = (values: Readonly<Record<string, unknown>>): readonly string[] =>
  STYLES.filter((name) => !isBlockStyles(stringOrEmpty(values[name])));

export const homeBlockHooks = defineHooks(homeBlock, {
  beforeWrite: (_hook, changes) => {
    const invalidFields = invalidStyleFields(changes);
    if (invalidFields.length === 0) return changes;
    throw fault('row.invalid', undefined, { fields: invalidFields.map((path) => ({ path, code: 'css' })) });
  },
});
