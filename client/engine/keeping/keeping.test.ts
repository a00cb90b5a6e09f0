/** What may be kept of a draft, what is offered again, and that it lies in the browser until it is old. */
import 'fake-indexeddb/auto';
import { describe, expect, it } from '@jest/globals';
import type { KeptPatch } from '../../../common/protocol/draft';
import { thing } from '../../testing/screen';
import { newDraft, type Draft, type Shape } from '../draft';
import { draftReducer } from '../draftReducer';
import type { EntityRights } from '../useMay';
import { keptFields, lostFields, offerOf } from './keptPatch';
import { createLocalShelf, localKey } from './localShelf';
import { draftWithin, saveWithin } from './useTidyBrowser';

const shape: Shape = { entity: thing, fields: ['title', 'note', 'secret'] };
const rights = (readable: readonly string[]): EntityRights => ({
  may: () => true,
  mayAct: () => true,
  readable: new Set(readable),
  writable: new Set(['title', 'note', 'secret']),
  columns: [],
});
const all = rights(['title', 'note']);
const typed = (mine: Draft['mine']): Draft => ({
  ...newDraft(1, { title: 'Old', note: null }),
  loaded: true,
  revision: 3,
  mine,
});
const patch = (fields: KeptPatch['fields'], at = 5): KeptPatch => ({ revision: 3, at, fields });

describe('a kept draft', () => {
  it('holds what was changed with what it was changed from, and never a secret', () => {
    const draft = typed({ title: 'New', note: '', secret: 'S3cret-pass' });
    expect(keptFields(shape, all, draft)).toEqual({ title: { base: 'Old', mine: 'New' } });
    expect(lostFields(shape, all, ['title', 'secret'])).toEqual(['secret']);
  });

  it('keeps an earlier draft nobody decided about under what is typed now', () => {
    const offered = { title: { base: 'Old', mine: 'Earlier' }, note: { base: null, mine: 'Said before' } };
    expect(keptFields(shape, all, typed({ title: 'New' }), offered)).toEqual({
      title: { base: 'Old', mine: 'New' },
      note: { base: null, mine: 'Said before' },
    });
  });

  it('is offered as far as it says anything new and may still be read; the newer of two wins', () => {
    const here = patch({ title: { base: 'Old', mine: 'Here' }, note: { base: null, mine: 'x' } }, 9);
    const there = { ...patch({ title: { base: 'Old', mine: 'There' } }, 7), since: {} };
    expect(offerOf(shape, rights(['title']), typed({}), [there, here])).toMatchObject({
      at: 9,
      fields: { title: { base: 'Old', mine: 'Here' } },
    });
    expect(offerOf(shape, all, typed({}), [patch({ title: { base: 'x', mine: 'Old' } })])).toBeNull();
    expect(offerOf(shape, all, typed({}), [null, undefined])).toBeNull();
  });

  it('comes back as if the form had stayed open: a field others changed meanwhile has to be decided', () => {
    const kept = { ...patch({ title: { base: 'Older', mine: 'Mine' }, note: { base: null, mine: 'n' } }), since: {} };
    const draft = draftReducer(shape, typed({}), { type: 'restored', draft: kept });
    expect(draft.mine).toEqual({ title: 'Mine', note: 'n' });
    expect(Object.keys(draft.conflicts)).toEqual(['title']);
    expect(draft.conflicts['title']).toMatchObject({ base: 'Older', theirs: 'Old' });
  });

  it('loses in this browser what may no longer be read, and everything when the whole noun may not', () => {
    const [now, day] = [9 * 86_400_000, 86_400_000];
    const readable = { thing: new Set(['title']) };
    const both = patch({ title: { base: 'a', mine: 'b' }, note: { base: 'c', mine: 'd' } }, now);
    const judge = draftWithin(readable, 1, now);
    expect(judge('1/thing/1', both)).toEqual({ ...both, fields: { title: { base: 'a', mine: 'b' } } });
    expect(judge('1/other/1', both)).toBeUndefined();
    expect(judge('1/thing/1', { ...both, at: now - 8 * day })).toBeUndefined();
    // Somebody else of this browser may come back within a day.
    expect([judge('2/thing/1', both), judge('2/thing/1', { ...both, at: now - 2 * day })]).toEqual([both, undefined]);
    const queued = { mid: 'm', values: { title: 'b' }, body: { title: 'b' } };
    const save = {
      key: '/x\nthing\n1',
      at: now,
      draft: { ...newDraft(1, { title: 'a' }), mine: { title: 'b' }, queued },
    };
    expect(saveWithin(readable, 1, now)('1/thing/x', save)).toBe(save);
    expect(saveWithin({ thing: new Set(['note']) }, 1, now)('1/thing/x', save)).toBeUndefined();
  });

  it('lies in the browser by person and record, until it is dropped or old', async () => {
    const shelf = createLocalShelf();
    const [mine, theirs] = [localKey(1, 'thing', 1), localKey(2, 'thing', 1)];
    await shelf.write(mine, patch({ title: { base: 'a', mine: 'b' } }, 100));
    await shelf.write(theirs, patch({}, 10));
    expect(await shelf.read(mine)).toMatchObject({ fields: { title: { mine: 'b' } } });
    await createLocalShelf().tidy((_key, kept) => (kept.at < 50 ? undefined : kept));
    expect([await shelf.read(theirs), (await shelf.read(mine)) === undefined]).toEqual([undefined, false]);
    await shelf.drop(mine);
    expect(await shelf.read(mine)).toBeUndefined();
  });
});
