/** Hooks of home blocks: checks their styles on every write. */
import type { Issue } from '../../../common/entity/issue';
import { homeBlock } from '../../../common/entities/homeBlock';
import { stringOrEmpty } from '../../../common/json';
import { fault } from '../../../common/protocol/faults';
import { defineHooks } from '../../engine/write/context/entityHooks';
import { findBlockStylesIssue } from './blockStyles';

const STYLES = ['css_pc', 'css_mobile'] as const;

/** What is wrong with the styles of a home block, by field; a field without a text is fine. */
export const findStylesIssues = (values: Readonly<Record<string, unknown>>): readonly Issue[] =>
  STYLES.flatMap((path) => {
    const code = findBlockStylesIssue(stringOrEmpty(values[path]));
    return code === undefined ? [] : [{ path, code }];
  });

export const homeBlockHooks = defineHooks(homeBlock, {
  beforeWrite: (_hook, changes) => {
    const fields = findStylesIssues(changes);
    if (fields.length === 0) return changes;
    throw fault('row.invalid', undefined, { fields });
  },
});
