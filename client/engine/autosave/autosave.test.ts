/** Drafts: their content, when they are offered, and when the browser deletes them. */
import 'fake-indexeddb/auto';
import { describe, expect, it } from '@jest/globals';
import { FORM_ID_PATTERN, type DraftPatch } from '../../../common/protocol/draft';
import { createOpenFormRegistry, newFormId } from '../../shared/store/openFormRegistry';
import { thing } from '../../testing/screenHarness';
import { newDraft, type Draft, type DraftEvent, type FormShape } from '../formState/draft';
import { draftReducer } from '../formState/draftReducer';
import type { EntityPermissions } from '../usePermissions';
import { collectAutosaveFields, listUnsavableFields, collectDraftOffers } from './draftPatch';
import { createLocalDrafts, parseKeyFormId, localDraftKey } from './localDrafts';
import { retainDraft, retainSave } from '../queue/usePurgeLocalData';

const formShape: FormShape = { entity: thing, fields: ['title', 'note', 'secret'] };
const permissions = (readable: readonly string[]): EntityPermissions => ({
  can: () => true,
  canRunAction: () => true,
  readable: new Set(readable),
  writable: new Set(['title', 'note', 'secret']),
  columns: [],
});
const all = permissions(['title', 'note']);
const typed = (mine: Draft['mine']): Draft => ({
  ...newDraft(1, { title: 'Old', note: null }),
  isLoaded: true,
  revision: 3,
  mine,
});
const patch = (fields: DraftPatch['fields'], at = 5): DraftPatch => ({ revision: 3, at, fields });

describe('autosave drafts', () => {
  it('store changed fields with their base values, and never a secret', () => {
    const draft = typed({ title: 'New', note: '', secret: 'S3cret-pass' });
    expect(collectAutosaveFields(formShape, all, draft)).toEqual({ title: { base: 'Old', mine: 'New' } });
    expect(listUnsavableFields(formShape, all, ['title', 'secret'])).toEqual(['secret']);
  });

  const from = (form: string, mine: string, at: number) => ({
    ...patch({ title: { base: 'Old', mine } }, at),
    form,
  });
  const nobody = new Set<string>();

  it('drafts are offered while they hold unsaved, readable values; the newer of two copies wins', () => {
    const localCopy = {
      ...from('a', 'Here', 9),
      fields: { ...from('a', 'Here', 9).fields, note: { base: null, mine: 'x' } },
    };
    const serverCopy = { ...from('a', 'There', 7), since: { title: { by: { id: 'admin:2', name: 'Ben' }, at: 3 } } };
    expect(
      collectDraftOffers(formShape, permissions(['title']), typed({}), {
        storedCopies: [serverCopy, localCopy],
        open: nobody,
      }),
    ).toEqual([{ ...localCopy, fields: { title: { base: 'Old', mine: 'Here' } }, since: serverCopy.since }]);
    expect(
      collectDraftOffers(formShape, all, typed({}), { storedCopies: [from('a', 'Old', 5)], open: nobody }),
    ).toEqual([]);
    expect(collectDraftOffers(formShape, all, typed({}), { storedCopies: [], open: nobody })).toEqual([]);
  });

  it('drafts are offered per earlier form, newest first, but not while that form is open', () => {
    const found = [from('', 'Before marks', 1), from('second', 'Second tab', 8), from('first', 'First tab', 5)];
    const texts = (open: ReadonlySet<string>) =>
      collectDraftOffers(formShape, all, typed({}), { storedCopies: found, open }).map(
        ({ fields }) => fields['title']?.mine,
      );
    expect(texts(nobody)).toEqual(['Second tab', 'First tab', 'Before marks']);
    expect(texts(new Set(['second']))).toEqual(['First tab', 'Before marks']);
  });

  it('drafts are deleted with the draft that restored them, unless a field could not be restored', () => {
    const storedCopy = { ...from('first', 'First tab', 5), since: {} };
    expect(draftReducer(formShape, typed({}), { type: 'draftRestored', draft: storedCopy }).adopted).toEqual(['first']);
    const typedDraft = draftReducer(formShape, typed({ title: 'Typed now' }), {
      type: 'draftRestored',
      draft: storedCopy,
    });
    expect([typedDraft.adopted, typedDraft.mine['title']]).toEqual([[], 'Typed now']);
  });

  it('drafts of an open form are recognized through every page of the browser that responds', async () => {
    const pages: ((message: unknown) => void)[] = [];
    const wire = () => ({
      post: (message: unknown) => {
        for (const onMessage of pages) onMessage(message);
      },
      subscribe: (onMessage: (message: unknown) => void) => void pages.push(onMessage),
    });
    const [first, other] = [createOpenFormRegistry(wire()), createOpenFormRegistry(wire())];
    const unregisterFirst = first.register(() => ['unmounted', 'mounted']);
    other.register(() => ['elsewhere']);
    expect([...(await other.listOpenForms())].sort()).toEqual(['elsewhere', 'mounted', 'unmounted']);
    unregisterFirst();
    expect([...(await other.listOpenForms())]).toEqual(['elsewhere']);
    pages[1]?.({ kind: 'forms', marks: 'nonsense' });
    expect(newFormId()).toMatch(FORM_ID_PATTERN);
  });

  it('restore as if the form had stayed open: a field changed by others becomes a conflict', () => {
    const fields = { title: { base: 'Older', mine: 'Mine' }, note: { base: null, mine: 'n' } };
    const storedCopy = { ...patch(fields), form: 'a', since: {} };
    const draft = draftReducer(formShape, typed({}), { type: 'draftRestored', draft: storedCopy });
    expect(draft.mine).toEqual({ title: 'Mine', note: 'n' });
    expect(Object.keys(draft.conflicts)).toEqual(['title']);
    expect(draft.conflicts['title']).toMatchObject({ base: 'Older', theirs: 'Old' });
  });

  it('store a typed conflict result and ask about it again after a restore', () => {
    const arrival = { row: { title: 'Theirs', revision: 4 }, by: null, at: 1, idempotencyKey: null };
    const events: readonly DraftEvent[] = [
      { type: 'remoteVersionReceived', remoteVersion: arrival },
      { type: 'resolutionChosen', unit: 'title', resolution: { side: 'own', text: 'Merged', between: 'x' } },
    ];
    const after = (start: Draft) => events.reduce((draft, event) => draftReducer(formShape, draft, event), start);
    const clashing = after(typed({ title: 'Mine' }));
    const fields = { title: { base: 'Old', mine: 'Mine', written: 'Merged' } };
    expect(collectAutosaveFields(formShape, all, clashing)).toEqual(fields);
    const now = { ...newDraft(1, { title: 'Theirs', note: null }), isLoaded: true, revision: 4 };
    const [offer] = collectDraftOffers(formShape, all, now, {
      storedCopies: [{ ...patch(fields), form: 'a' }],
      open: nobody,
    });
    if (offer === undefined) throw new Error('nothing is offered');
    const restored = draftReducer(formShape, now, { type: 'draftRestored', draft: offer });
    expect(restored.resolutions['title']).toMatchObject({ side: 'own', text: 'Merged' });
    expect(restored.conflicts['title']).toMatchObject({ base: 'Old', theirs: 'Theirs' });
    // A result without its conflict is stored too; one that equals the stored value is not offered.
    const alone = { title: { base: 'Theirs', mine: 'Theirs', written: 'Merged' } };
    expect(collectAutosaveFields(formShape, all, { ...now, resolutions: clashing.resolutions })).toEqual(alone);
    const found = [{ ...patch(alone), form: 'a' }];
    expect(collectDraftOffers(formShape, all, now, { storedCopies: found, open: nobody })).toHaveLength(1);
    const stored = { ...now, base: { title: 'Merged', note: null } };
    expect(collectDraftOffers(formShape, all, stored, { storedCopies: found, open: nobody })).toEqual([]);
    // The result typed now stays; the stored draft keeps its own.
    const busy = { ...now, resolutions: { title: { side: 'own', text: 'Written now', between: '' } } } as const;
    const busyRestored = draftReducer(formShape, busy, { type: 'draftRestored', draft: offer });
    expect([busyRestored.resolutions['title']?.text, busyRestored.adopted]).toEqual(['Written now', []]);
  });

  it('lose base values the user may no longer read, but never typed text', () => {
    const [now, day] = [9 * 86_400_000, 86_400_000];
    const readable = { thing: new Set(['title']) };
    const [title, note] = [
      { base: 'a', mine: 'b' },
      { base: 'c', mine: 'd' },
    ];
    const fullPatch = patch({ title, note, unchanged: { base: 'e', mine: 'e' } }, now);
    const retain = retainDraft(readable, 1, now);
    const withoutBase = (fieldPatch: typeof note) => ({ ...fieldPatch, base: null });
    const redactedPatch = { ...fullPatch, fields: { title, note: withoutBase(note) }, untold: ['note'] };
    expect(retain('1/thing/1', fullPatch)).toEqual(redactedPatch);
    const nothing = {
      ...redactedPatch,
      fields: { title: withoutBase(title), note: withoutBase(note) },
      untold: ['title', 'note'],
    };
    expect(retain('1/other/1', fullPatch)).toEqual(nothing);
    expect(retain('1/other/1', redactedPatch)?.fields).toEqual(nothing.fields);
    expect(retain('1/other/1', patch({ unchanged: { base: 'e', mine: 'e' } }, now))).toBeUndefined();
    expect(retain('1/thing/1', { ...fullPatch, at: now - 8 * day })).toBeUndefined();
    // Another user of this browser may return within a day.
    expect([retain('2/thing/1', fullPatch), retain('2/thing/1', { ...fullPatch, at: now - 2 * day })]).toEqual([
      fullPatch,
      undefined,
    ]);
    const queued = { mid: 'm', values: { title: 'b' }, body: { title: 'b' } };
    const save = {
      key: '/x\nthing\n1',
      at: now,
      draft: { ...newDraft(1, { title: 'a' }), loaded: true, gone: null, sent: null, mine: { title: 'b' }, queued },
    };
    expect(retainSave(readable, 1, now)('1/thing/x', save)).toBe(save);
    expect(retainSave({ thing: new Set(['note']) }, 1, now)('1/thing/x', save)).toBeUndefined();
  });

  it('use the current value as base if the revision is unchanged, else the user decides', () => {
    const withoutBase = { ...from('a', 'Mine', 5), fields: { title: { base: null, mine: 'Mine' } }, untold: ['title'] };
    const offered = (revision: number) =>
      collectDraftOffers(formShape, all, typed({}), { storedCopies: [{ ...withoutBase, revision }], open: nobody })[0];
    expect(offered(3)?.fields).toEqual({ title: { base: 'Old', mine: 'Mine' } });
    const [older] = [offered(2)];
    expect(older?.fields).toEqual({ title: { base: null, mine: 'Mine' } });
    const taken = older && draftReducer(formShape, typed({}), { type: 'draftRestored', draft: older });
    expect([taken?.mine['title'], taken?.conflicts['title']?.theirs]).toEqual(['Mine', 'Old']);
  });

  it('drafts are stored in the browser by user and record until dropped or expired', async () => {
    const localDrafts = createLocalDrafts();
    const [mine, theirs] = [localDraftKey(1, 'thing', 1, 'tab'), localDraftKey(2, 'thing', 1, 'tab')];
    expect([parseKeyFormId(mine, 1, 'thing', 1), parseKeyFormId(theirs, 1, 'thing', 1)]).toEqual(['tab', undefined]);
    expect([parseKeyFormId('1/thing/1', 1, 'thing', 1), parseKeyFormId('1/thing/12/tab', 1, 'thing', 1)]).toEqual([
      '',
      undefined,
    ]);
    await localDrafts.write(mine, patch({ title: { base: 'a', mine: 'b' } }, 100));
    await localDrafts.write(theirs, patch({}, 10));
    expect(await localDrafts.read(mine)).toMatchObject({ fields: { title: { mine: 'b' } } });
    await createLocalDrafts().updateAll((_key, kept) => (kept.at < 50 ? undefined : kept));
    expect([await localDrafts.read(theirs), (await localDrafts.read(mine)) === undefined]).toEqual([undefined, false]);
    await localDrafts.delete(mine);
    expect(await localDrafts.read(mine)).toBeUndefined();
  });
});
