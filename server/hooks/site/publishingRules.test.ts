/** The rules of publishing windows. */
import { describe, expect, it } from '@jest/globals';
import {
  findDuePublishingChanges,
  findPublishingIssues,
  findPublishTime,
  readPublishingWindow,
  resolvePublishingWindow,
} from './publishingRules';

const NOW = 1_000;
const windowWith = (from: number | null, until: number | null) =>
  readPublishingWindow({ status: 1, show_from: from, show_until: until });
const getCodes = (from: number | null, until: number | null, changes: { readonly show_until?: number }) =>
  findPublishingIssues(windowWith(from, until), changes, NOW).map(({ path, code }) => `${path} ${code}`);

describe('findPublishingIssues', () => {
  it('refuses an end that is not after the start, whichever of them changes', () => {
    expect(getCodes(2_000, 2_000, {})).toEqual(['show_until after_start']);
    expect(getCodes(2_000, 1_500, { show_until: 1_500 })).toEqual(['show_until after_start']);
    expect(getCodes(2_000, 2_001, { show_until: 2_001 })).toEqual([]);
  });

  it('refuses an end that has passed only when the write sets it', () => {
    expect(getCodes(null, NOW, { show_until: NOW })).toEqual(['show_until passed']);
    expect(getCodes(null, NOW - 1, {})).toEqual([]);
    expect(getCodes(null, NOW + 1, { show_until: NOW + 1 })).toEqual([]);
  });

  it('accepts an open window', () => {
    expect(getCodes(null, null, {})).toEqual([]);
    expect(getCodes(500, null, {})).toEqual([]);
  });
});

describe('findDuePublishingChanges', () => {
  it('shows at the start, hides at the end, and clears the moment', () => {
    expect(findDuePublishingChanges(windowWith(NOW, null), NOW)).toEqual({ status: 1, show_from: null });
    expect(findDuePublishingChanges(windowWith(NOW, 2_000), NOW)).toEqual({ status: 1, show_from: null });
    expect(findDuePublishingChanges(windowWith(null, NOW), NOW)).toEqual({ status: 0, show_until: null });
  });

  it('hides a row of which both moments have come', () => {
    expect(findDuePublishingChanges(windowWith(500, 600), NOW)).toEqual({
      status: 0,
      show_from: null,
      show_until: null,
    });
  });

  it('changes nothing one second earlier', () => {
    expect(findDuePublishingChanges(windowWith(NOW + 1, NOW + 2), NOW)).toBeUndefined();
    expect(findDuePublishingChanges(windowWith(null, null), NOW)).toBeUndefined();
  });
});

describe('resolvePublishingWindow', () => {
  it('a row is hidden before its publishing window; without a window its status stays', () => {
    expect(resolvePublishingWindow(windowWith(2_000, null), NOW)).toEqual({ status: 0 });
    expect(resolvePublishingWindow(windowWith(null, 2_000), NOW)).toEqual({});
    expect(resolvePublishingWindow(windowWith(null, null), NOW)).toEqual({});
  });

  it('applies a start that has passed at once', () => {
    expect(resolvePublishingWindow(windowWith(500, 2_000), NOW)).toEqual({ status: 1, show_from: null });
  });
});

describe('findPublishTime', () => {
  const row = (status: 0 | 1, publishTime: number | null, from: number | null = null) => ({
    ...windowWith(from, null),
    status,
    create_time: 10,
    publish_time: publishTime,
  });

  it('the publication time is the first moment at which visitors see the row', () => {
    expect(findPublishTime(row(0, null), { status: 1 }, NOW)).toEqual({ publish_time: NOW });
    expect(findPublishTime(row(0, 500), { status: 1 }, NOW)).toBeUndefined();
    expect(findPublishTime(row(1, null), { status: 1 }, NOW)).toBeUndefined();
    expect(findPublishTime(row(0, null), {}, NOW)).toBeUndefined();
  });

  it('the publication time is the start of the new window when a window publishes the row again', () => {
    expect(findPublishTime(row(0, 500, NOW), { status: 1, show_from: null }, NOW)).toEqual({ publish_time: NOW });
  });

  it('stays the time of creation when a row that was shown from then is hidden and shown again', () => {
    expect(findPublishTime(row(1, null), { status: 0 }, NOW)).toEqual({ publish_time: 10 });
    expect(findPublishTime(row(1, 500), { status: 0 }, NOW)).toBeUndefined();
  });
});
