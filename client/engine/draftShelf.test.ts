/** Drafts of kept tabs: found again, forgotten with their screen, and never too many. */
import { describe, expect, it } from '@jest/globals';
import { newDraft } from './draft';
import { createDraftShelf, draftKey, MOST_DRAFTS } from './draftShelf';

const draft = (note: string) => ({ ...newDraft(null, {}), mine: { note } });

describe('the shelf of drafts', () => {
  it('gives back what was left, by screen and record', () => {
    const shelf = createDraftShelf();
    shelf.keep(draftKey('/admin/news', 'news', 3), { ...draft('x'), focused: 'note' });
    expect(shelf.recall(draftKey('/admin/news', 'news', 3))).toMatchObject({ mine: { note: 'x' }, focused: null });
    expect(shelf.recall(draftKey('/admin/news', 'news', 4))).toBeUndefined();
    expect(shelf.paths()).toEqual(['/admin/news']);
    shelf.forget('/admin/news');
    expect(shelf.paths()).toEqual([]);
  });
  it('tells when a screen begins or ends to hold drafts, and only then', () => {
    const shelf = createDraftShelf();
    let told = 0;
    shelf.subscribe(() => told++);
    const key = draftKey('/admin/news', 'news', 3);
    shelf.keep(key, draft('x'));
    shelf.keep(key, draft('xy'));
    shelf.drop(key);
    expect(told).toBe(2);
  });
  it('holds only so many and so much', () => {
    const shelf = createDraftShelf();
    for (let id = 1; id <= 50; id++) shelf.keep(draftKey(`/admin/news/${id}`, 'news', id), draft('x'));
    expect(shelf.paths()).toHaveLength(MOST_DRAFTS);
    for (let id = 1; id <= 5; id++) shelf.keep(draftKey(`/admin/user/${id}`, 'user', id), draft('x'.repeat(900_000)));
    expect(shelf.paths()).toEqual(['/admin/user/4', '/admin/user/5']);
  });
  it('never lets go of a save that waits to be sent', () => {
    const shelf = createDraftShelf();
    const queued = { mid: 'm', values: { note: 'x' }, body: { note: 'x' } };
    const key = draftKey('/admin/member/1', 'member', 1);
    shelf.keep(key, { ...draft('x'), queued });
    for (let id = 1; id <= 50; id++) shelf.keep(draftKey(`/admin/news/${id}`, 'news', id), draft('x'));
    expect(shelf.waiting().map((one) => one.key)).toEqual([key]);
    expect(shelf.paths()).toHaveLength(MOST_DRAFTS);
  });
});
