/** Changes that wait for a second admin: formatted values, and decisions in the list and on the record. */
import { pendingChange } from '../../../../common/entities/pendingChange';
import { protectedTitle } from '../../../../common/locales/protectedTitles';
import { defineOverride } from '../../../engine/override';
import { lazyWithoutSuspense, lazyWithRetry } from '../../../ui/lazyWithRetry';
import { FallbackCell } from '../FallbackCell';

const ValueCell = lazyWithoutSuspense(async () => (await import('./ChangedValue')).ChangedValue, FallbackCell);

/** Shown below the subject and as the title of the record. */
const SHOWN_ELSEWHERE: ReadonlySet<string> = new Set(['name', 'before', 'after']);
const OPTIONAL: ReadonlySet<string> = new Set(['decided_name', 'decided_time', 'answer']);

export const pendingChangeOverride = defineOverride(pendingChange, {
  translateTitle: (title, lang) => protectedTitle(lang, title),
  cells: {
    name: lazyWithoutSuspense(async () => (await import('./ChangeName')).ChangeName, FallbackCell),
    before: ValueCell,
    after: ValueCell,
    status: lazyWithoutSuspense(async () => (await import('./ChangeStatusCell')).ChangeStatusCell, FallbackCell),
  },
  belowField: {
    subject: lazyWithRetry(async () => (await import('./ChangedValue')).ChangeSummary),
    status: lazyWithRetry(async () => (await import('./ChangeStatusCell')).ChangeDecisionButtons),
  },
  /** Width of the status label with two buttons. */
  columnWidths: { status: 172, name: 220 },
  customActions: true,
  isFieldVisible: (field, valueOf) => !SHOWN_ELSEWHERE.has(field) && (!OPTIONAL.has(field) || valueOf(field) !== null),
});
