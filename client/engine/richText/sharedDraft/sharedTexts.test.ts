/** Texts of shared drafts in the form: decisions of conflicts, and what a discard leaves. */
import { expect, it } from '@jest/globals';
import { news } from '../../../../common/entities/news';
import { newDraft, type Draft, type DraftEvent } from '../../formState/draft';
import { draftReducer } from '../../formState/draftReducer';

const formShape = { entity: news, fields: ['title', 'content'] };
const HASH = 'a'.repeat(64);
const run = (draft: Draft, ...events: readonly DraftEvent[]) =>
  events.reduce((current, event) => draftReducer(formShape, current, event), draft);
const opened = run(
  { ...newDraft(7, { title: 'Title', content: '<p>Row</p>' }), isLoaded: true, revision: 3 },
  { type: 'sharingChanged', field: 'content', base: HASH },
  { type: 'typed', field: 'content', value: '<p>Mine</p>' },
);
const conflict = { field: 'content', base: '<p>Old</p>', theirs: '<p>Row</p>', mine: '<p>Mine</p>', by: null, at: 1 };
const conflicted = run(opened, {
  type: 'conflicted',
  conflict: { revision: 3, fields: [conflict], merged: [] },
});

it('a conflict with the row that the form has loaded stays when the row arrives again', () => {
  const remoteVersion = { row: { content: '<p>Row</p>', revision: 3 }, by: null, at: 2, idempotencyKey: null };
  const after = run(conflicted, { type: 'remoteVersionReceived', remoteVersion });
  expect(after.conflicts).toMatchObject({ content: { base: '<p>Old</p>', theirs: '<p>Row</p>' } });
});
it('a decided text names the text of the draft that it replaces, until the draft continues another text', () => {
  const decided = run(conflicted, { type: 'resolved', values: { content: '<p>Both</p>' } });
  expect(decided).toMatchObject({
    base: { content: '<p>Row</p>' },
    mine: { content: '<p>Both</p>' },
    shared: { content: { replaces: '<p>Mine</p>' } },
  });
  expect(run(decided, { type: 'sharingChanged', field: 'content', base: HASH }).shared).toEqual({ content: HASH });
});
it('a discard leaves the shared text and its conflict', () => {
  const discarded = run(conflicted, { type: 'typed', field: 'title', value: 'Other' }, { type: 'discarded' });
  expect(discarded.mine).toEqual({ content: '<p>Mine</p>' });
  expect(Object.keys(discarded.conflicts)).toEqual(['content']);
  expect(discarded.review).toBe(null);
});
