/** Changes that wait for a second admin: readable values, and the decision in the list and on the record. */
import { pendingChange } from '../../../../common/entities/pendingChange';
import { protectedTitle } from '../../../../common/locales/protectedTitles';
import { override } from '../../../engine/override';
import { jointPart, lazyPart } from '../../../ui/lazyPart';
import { UsualCell } from '../UsualCell';

const Value = jointPart(async () => (await import('./ChangedValue')).ChangedValue, UsualCell);

/** Shown below the kind of the change and as the title of the record. */
const ELSEWHERE: ReadonlySet<string> = new Set(['name', 'before', 'after']);
const OPTIONAL: ReadonlySet<string> = new Set(['decided_name', 'decided_time', 'answer']);

export const pendingChangeScreen = override(pendingChange, {
  sayTitle: (title, lang) => protectedTitle(lang, title),
  cells: {
    name: jointPart(async () => (await import('./ChangeName')).ChangeName, UsualCell),
    before: Value,
    after: Value,
    status: jointPart(async () => (await import('./Decide')).DecideCell, UsualCell),
  },
  below: {
    subject: lazyPart(async () => (await import('./ChangedValue')).BelowSubject),
    status: lazyPart(async () => (await import('./Decide')).BelowChange),
  },
  /** A word and two buttons. */
  widths: { status: 172, name: 220 },
  ownActions: true,
  shows: (field, valueOf) => !ELSEWHERE.has(field) && (!OPTIONAL.has(field) || valueOf(field) !== null),
});
