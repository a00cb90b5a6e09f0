/** Changes that wait for a second admin: readable values, and the decision in the list and on the record. */
import { pendingChange } from '../../../../common/entities/pendingChange';
import { protectedTitle } from '../../../../common/locales/protectedTitles';
import { defineOverride } from '../../../engine/override';
import { lazyTogether, lazyWithRetry } from '../../../ui/lazyWithRetry';
import { UsualCell } from '../UsualCell';

const Value = lazyTogether(async () => (await import('./ChangedValue')).ChangedValue, UsualCell);

/** Shown below the kind of the change and as the title of the record. */
const ELSEWHERE: ReadonlySet<string> = new Set(['name', 'before', 'after']);
const OPTIONAL: ReadonlySet<string> = new Set(['decided_name', 'decided_time', 'answer']);

export const pendingChangeScreen = defineOverride(pendingChange, {
  translateTitle: (title, lang) => protectedTitle(lang, title),
  cells: {
    name: lazyTogether(async () => (await import('./ChangeName')).ChangeName, UsualCell),
    before: Value,
    after: Value,
    status: lazyTogether(async () => (await import('./Decide')).DecideCell, UsualCell),
  },
  belowField: {
    subject: lazyWithRetry(async () => (await import('./ChangedValue')).BelowSubject),
    status: lazyWithRetry(async () => (await import('./Decide')).BelowChange),
  },
  /** A word and two buttons. */
  columnWidths: { status: 172, name: 220 },
  customActions: true,
  isFieldVisible: (field, valueOf) => !ELSEWHERE.has(field) && (!OPTIONAL.has(field) || valueOf(field) !== null),
});
