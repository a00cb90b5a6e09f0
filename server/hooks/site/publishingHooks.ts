/** Hooks of entities with a publishing window: check the window, and store rows hidden before it begins. */
import { banner } from '../../../common/entities/banner';
import { news } from '../../../common/entities/news';
import { product } from '../../../common/entities/product';
import { showcase } from '../../../common/entities/showcase';
import { solution } from '../../../common/entities/solution';
import { fault } from '../../../common/protocol/faults';
import { defineHooks, isRestored } from '../../engine/write/context/entityHooks';
import type { HookContext } from '../../engine/write/context/hookContext';
import {
  findPublishingIssues,
  findPublishTime,
  readPublishingWindow,
  resolvePublishingWindow,
  type DatedRow,
  type PublishingWindow,
} from './publishingRules';

type WindowRow = PublishingWindow & { readonly delete_time: number | null };

/**
 * Completes the changes of a row with a publishing window: a row whose window has not begun is stored hidden. Error: `row.invalid` at
 * `show_until` when the window ends before it begins, or when the write sets an end that has passed. A moment that has passed takes effect
 * at once when the write sets or restores it; otherwise the scheduler publishes or unpublishes it.
 */
export function applyPublishingWindow<C extends Partial<PublishingWindow>>(
  hook: HookContext,
  changes: C,
  before: WindowRow | undefined,
): C {
  const now = Math.floor(hook.at / 1000);
  const window = readPublishingWindow({ ...before, ...changes });
  const isRestore = isRestored(before);
  const fields = isRestore ? [] : findPublishingIssues(window, changes, now);
  if (fields.length > 0) throw fault('row.invalid', undefined, { fields });
  const setsWindow = changes.show_from !== undefined || changes.show_until !== undefined;
  const isWaiting = window.show_from !== null && window.show_from > now;
  return setsWindow || isRestore || isWaiting ? { ...changes, ...resolvePublishingWindow(window, now) } : changes;
}

/** The same for entities whose pages show when a row was published. */
export function applyDatedPublishing<C extends Partial<DatedRow>>(
  hook: HookContext,
  changes: C,
  before: (DatedRow & WindowRow) | undefined,
): C {
  const settled = applyPublishingWindow(hook, changes, before);
  return before === undefined
    ? settled
    : { ...settled, ...findPublishTime(before, settled, Math.floor(hook.at / 1000)) };
}

/** The hooks of the entities that have no others; those of articles and pages call these functions themselves. */
export const publishingHooks = [
  defineHooks(banner, { beforeWrite: applyPublishingWindow }),
  defineHooks(news, { beforeWrite: applyDatedPublishing }),
  defineHooks(product, { beforeWrite: applyPublishingWindow }),
  defineHooks(showcase, { beforeWrite: applyPublishingWindow }),
  defineHooks(solution, { beforeWrite: applyPublishingWindow }),
];
