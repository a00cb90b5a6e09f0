/** Drafts of kept tabs: restored, deleted with their screen, and limited in number. */
import { describe, expect, it } from '@jest/globals';
import { newDraft } from './draft';
import { createDraftCache, draftKey, MAX_DRAFTS } from './draftCache';

const draft = (note: string) => ({ ...newDraft(null, {}), mine: { note } });

describe('createDraftCache', () => {
  it('returns a draft by screen and record', () => {
    const draftCache = createDraftCache();
    draftCache.set(draftKey('/admin/news', 'news', 3), { ...draft('x'), focused: 'note' });
    expect(draftCache.get(draftKey('/admin/news', 'news', 3))).toMatchObject({ mine: { note: 'x' }, focused: null });
    expect(draftCache.get(draftKey('/admin/news', 'news', 4))).toBeUndefined();
    expect(draftCache.paths()).toEqual(['/admin/news']);
    draftCache.deletePath('/admin/news');
    expect(draftCache.paths()).toEqual([]);
  });
  it('notifies only when a screen begins or stops to hold drafts', () => {
    const draftCache = createDraftCache();
    let notifications = 0;
    draftCache.subscribe(() => notifications++);
    const key = draftKey('/admin/news', 'news', 3);
    draftCache.set(key, draft('x'));
    draftCache.set(key, draft('xy'));
    draftCache.delete(key);
    expect(notifications).toBe(2);
  });
  // @spec P2-026
  it('limits the number and the size of drafts', () => {
    const draftCache = createDraftCache();
    for (let id = 1; id <= 50; id++) draftCache.set(draftKey(`/admin/news/${id}`, 'news', id), draft('x'));
    expect(draftCache.paths()).toHaveLength(MAX_DRAFTS);
    for (let id = 1; id <= 5; id++)
      draftCache.set(draftKey(`/admin/user/${id}`, 'user', id), draft('x'.repeat(900_000)));
    expect(draftCache.paths()).toEqual(['/admin/user/4', '/admin/user/5']);
  });
  it('never evicts a save that waits to be sent', () => {
    const draftCache = createDraftCache();
    const queued = { mid: 'm', values: { note: 'x' }, body: { note: 'x' } };
    const key = draftKey('/admin/member/1', 'member', 1);
    draftCache.set(key, { ...draft('x'), queued });
    for (let id = 1; id <= 50; id++) draftCache.set(draftKey(`/admin/news/${id}`, 'news', id), draft('x'));
    expect(draftCache.unclaimedSaves().map((save) => save.key)).toEqual([key]);
    expect(draftCache.paths()).toHaveLength(MAX_DRAFTS);
  });
});
