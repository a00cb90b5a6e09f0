/** The rules of publishing windows, as pure functions of a row and a time. Times are unix seconds. */
import type { StoredRow } from '../../../common/entity/columns';
import type { Issue } from '../../../common/entity/issue';

const HIDDEN = 0;
const SHOWN = 1;

/** The columns of a row that its publishing window consists of, with the status that it changes. */
export interface PublishingWindow {
  readonly status: 0 | 1;
  readonly show_from: number | null;
  readonly show_until: number | null;
}
const timeIn = (row: StoredRow, name: string): number | null => {
  const value = row[name];
  return typeof value === 'number' ? value : null;
};
/** Reads the window of a stored row. */
export const readPublishingWindow = (row: StoredRow): PublishingWindow => ({
  status: row['status'] === SHOWN ? SHOWN : HIDDEN,
  show_from: timeIn(row, 'show_from'),
  show_until: timeIn(row, 'show_until'),
});

/** The problems of the publishing window of a row that is about to be stored; `changes` are the columns that the write changes. */
export function findPublishingIssues(
  { show_from: from, show_until: until }: PublishingWindow,
  changes: Partial<PublishingWindow>,
  now: number,
): readonly Issue[] {
  if (until === null) return [];
  if (from !== null && until <= from) return [{ path: 'show_until', code: 'after_start' }];
  return changes.show_until !== undefined && until <= now ? [{ path: 'show_until', code: 'passed' }] : [];
}

/** Whether a moment of the window has come. */
const isDue = (time: number | null, now: number): time is number => time !== null && time <= now;

/** The changes that are due: a moment that has come sets the status and is cleared. Undefined when none has come. */
export function findDuePublishingChanges(
  { show_from: from, show_until: until }: PublishingWindow,
  now: number,
): Partial<PublishingWindow> | undefined {
  const [hasBegun, hasEnded] = [isDue(from, now), isDue(until, now)];
  if (!hasBegun && !hasEnded) return undefined;
  return {
    status: hasEnded ? HIDDEN : SHOWN,
    ...(hasBegun ? { show_from: null } : {}),
    ...(hasEnded ? { show_until: null } : {}),
  };
}

/** The changes with which a row is stored: hidden before its window begins, and published or unpublished once its start or end has passed. */
export function resolvePublishingWindow(window: PublishingWindow, now: number): Partial<PublishingWindow> {
  const due = findDuePublishingChanges(window, now);
  if (due) return due;
  return window.show_from === null ? {} : { status: HIDDEN };
}

/** A row whose time of publication is stored. Times are unix seconds. */
export interface DatedRow extends PublishingWindow {
  readonly create_time: number;
  readonly publish_time: number | null;
}

/**
 * The time of publication that a write stores: now when the row becomes visible for the first time or by its window. A row that was shown
 * from its creation keeps that time while it is hidden.
 */
export function findPublishTime(
  before: DatedRow,
  changes: Partial<PublishingWindow>,
  now: number,
): Pick<DatedRow, 'publish_time'> | undefined {
  if (changes.status === undefined || changes.status === before.status) return undefined;
  const isNew = before.publish_time === null;
  if (changes.status === HIDDEN) return isNew ? { publish_time: before.create_time } : undefined;
  const isScheduled = before.show_from !== null && isDue(before.show_from, now);
  return isNew || isScheduled ? { publish_time: now } : undefined;
}
