/**
 * Restored text, from a discard or an earlier form, merges with later remote changes like text that stayed in the
 * form.
 */
import { describe, expect, it } from '@jest/globals';
import { defineEntity } from '../../../common/entity/entity';
import { text } from '../../../common/entity/field';
import type { WireRow } from '../../../common/entity/projectRow';
import {
  collectChanges,
  listDirtyFields,
  newDraft,
  currentValue,
  type Draft,
  type DraftEvent,
  type FormShape,
} from './draft';
import { draftReducer } from './draftReducer';
import {
  collectAutosaveFields,
  collectDraftOffers,
  listTypedFields,
  type StoredDraftCopy,
} from '../autosave/draftPatch';
import type { EntityPermissions } from '../usePermissions';

const words = { title: 'Title', mobile: 'Mobile', email: 'E-mail' };
const person = defineEntity('person', {
  menu: 'content',
  icon: 'label',
  sensitivity: 'public',
  fields: { title: text({ required: true }), mobile: text(), email: text() },
  title: 'title',
  list: { columns: ['id', 'title'] },
  form: ['title', ['mobile', 'email']],
  access: { staff: 'crud' },
  mergeGroups: [['mobile', 'email']],
  labels: {
    en: { $one: 'Person', $many: 'People', ...words },
    'zh-cn': { $one: '人', $many: '人', title: '名称', mobile: '手机', email: '邮箱' },
  },
});
const formShape: FormShape = { entity: person, fields: ['title', 'mobile', 'email'] };
const row: WireRow = { id: 1, revision: 1, title: 'Old', mobile: '1', email: 'a@b.c' };
const [anna, ben] = [
  { id: 'admin:2', name: 'Anna' },
  { id: 'admin:3', name: 'Ben' },
];
const arrived = (patch: WireRow, by = anna): DraftEvent => ({
  type: 'remoteVersionReceived',
  remoteVersion: { row: { ...row, ...patch }, by, at: 5, idempotencyKey: null },
});
const typed = (field: string, value: string): DraftEvent => ({ type: 'typed', field, value });
const after = (draft: Draft, ...events: readonly DraftEvent[]) =>
  events.reduce((current, event) => draftReducer(formShape, current, event), draft);
const rendered = after(newDraft(1, {}), arrived({}));

describe('discardUndone', () => {
  const giveUpAndBack = (before: Draft, ...meanwhile: readonly DraftEvent[]) =>
    after(before, { type: 'discarded' }, ...meanwhile, { type: 'discardUndone', before });

  it('restores the base and the open conflict', () => {
    const before = after(rendered, typed('title', 'Mine'), arrived({ revision: 2, title: 'Theirs' }));
    const restored = giveUpAndBack(before);
    expect(restored.conflicts).toEqual(before.conflicts);
    expect(collectChanges(formShape, restored)).toEqual({ values: { title: 'Mine' }, base: { title: 'Old' } });
  });

  it('records later remote changes as conflicts, with their authors', () => {
    const before = after(rendered, typed('title', 'Mine'), arrived({ revision: 2, title: 'Theirs' }));
    const restored = giveUpAndBack(before, arrived({ revision: 3, title: 'Theirs again' }, ben));
    expect(restored.conflicts['title']).toEqual({ base: 'Old', theirs: 'Theirs again', by: ben, at: 5 });
    expect([currentValue(restored, 'title'), restored.revision]).toEqual(['Mine', 3]);
    const first = giveUpAndBack(after(rendered, typed('title', 'Mine')), arrived({ revision: 2, title: 'Theirs' }));
    expect(first.conflicts['title']).toMatchObject({ theirs: 'Theirs', by: anna });
  });

  it('applies a change held back from the focused field', () => {
    const meanwhile = [{ type: 'focused', field: 'title' } as const, arrived({ revision: 2, title: 'Theirs' }, ben)];
    const restored = giveUpAndBack(after(rendered, typed('title', 'Mine')), ...meanwhile);
    expect(restored.conflicts['title']).toMatchObject({ theirs: 'Theirs', by: ben });
    expect(restored.waiting).toEqual({});
  });

  it('asks about a field of the same merge group', () => {
    const restored = giveUpAndBack(after(rendered, typed('email', 'x@y.z')), arrived({ revision: 2, mobile: '2' }));
    expect(Object.keys(restored.conflicts)).toEqual(['mobile']);
    expect(collectChanges(formShape, restored).base).toEqual({ mobile: '1', email: 'a@b.c' });
  });

  it('the undo keeps values the same user stored meanwhile without a conflict', () => {
    const before = after(rendered, typed('title', 'Mine'));
    const saves = (title: string, revision: number): readonly DraftEvent[] => [
      typed('title', title),
      { type: 'sent', mid: title, values: { title } },
      { type: 'saved', id: 1, row: { ...row, title, revision }, at: 6 },
    ];
    const restored = giveUpAndBack(before, ...saves('Saved', 2));
    expect([restored.conflicts, collectChanges(formShape, restored)]).toEqual([
      {},
      { values: { title: 'Mine' }, base: { title: 'Saved' } },
    ]);
    // Stored on the same page outside the form, or confirmed by the echo of a save whose response was lost.
    const ownVersion = {
      row: { ...row, title: 'Here', revision: 2 },
      by: anna,
      at: 6,
      idempotencyKey: 'here',
      fields: ['title'],
    };
    expect(
      giveUpAndBack(before, { type: 'remoteVersionReceived', remoteVersion: { ...ownVersion, isOwnPage: true } })
        .conflicts,
    ).toEqual({});
    const echoed = after(before, { type: 'sent', mid: 'here', values: { title: 'Here' } }, typed('title', 'Later'));
    const lost = after(echoed, { type: 'rejected', faults: {}, lost: true });
    expect(giveUpAndBack(lost, { type: 'remoteVersionReceived', remoteVersion: ownVersion }).conflicts).toEqual({});
    // Later changes of somebody else are still conflicts.
    const later = giveUpAndBack(before, ...saves('Saved', 2), arrived({ revision: 3, title: 'Theirs' }, ben));
    expect(later.conflicts['title']).toMatchObject({ theirs: 'Theirs', by: ben });
  });

  it('the undo keeps text typed since the discard', () => {
    const restored = giveUpAndBack(after(rendered, typed('title', 'Mine')), typed('title', 'Typed since'));
    expect(currentValue(restored, 'title')).toBe('Typed since');
  });

  it('the undo does not restore values the user may no longer read', () => {
    const before = after(rendered, typed('title', 'Mine'), arrived({ revision: 2, title: 'Theirs' }));
    const restored = giveUpAndBack(before, {
      type: 'permissionsChanged',
      readable: new Set(['id', 'revision', 'email']),
    });
    expect([restored.base, restored.conflicts]).toEqual([{ id: 1, revision: 2, email: 'a@b.c' }, {}]);
    expect(listDirtyFields(formShape, restored)).toEqual(['title']);
  });
});

describe('draftRestored', () => {
  const permissions: EntityPermissions = {
    can: () => true,
    canRunAction: () => true,
    readable: new Set(formShape.fields),
    writable: new Set(formShape.fields),
    columns: [],
  };
  const getKept = (draft: Draft): StoredDraftCopy => ({
    form: 'f',
    revision: 1,
    at: 5,
    fields: collectAutosaveFields(formShape, permissions, draft),
    since: { mobile: { by: anna, at: 4 } },
  });
  const storedDraft = getKept(after(rendered, typed('email', 'x@y.z')));
  const offered = (now: Draft) =>
    collectDraftOffers(formShape, permissions, now, { storedCopies: [storedDraft], open: new Set() });
  const restoreAll = (now: Draft) =>
    after(now, ...offered(now).map((draft) => ({ type: 'draftRestored', draft }) as const));

  it('asks about a field of the merge group, as if the form had stayed open', () => {
    const restored = restoreAll(after(newDraft(1, {}), arrived({ revision: 2, mobile: '2' })));
    expect(restored.conflicts).toEqual({ mobile: { base: '1', theirs: '2', by: anna, at: 4 } });
    expect(collectChanges(formShape, restored)).toEqual({
      values: { mobile: '1', email: 'x@y.z' },
      base: { mobile: '1', email: 'a@b.c' },
    });
  });

  it('offers typed fields, and none that were only stored beside them', () => {
    expect(offered(rendered).flatMap(({ fields }) => listTypedFields(formShape, fields))).toEqual(['email']);
    expect(offered(after(newDraft(1, {}), arrived({ revision: 2, mobile: '2', email: 'x@y.z' })))).toEqual([]);
    expect(restoreAll(rendered).conflicts).toEqual({});
  });

  it('a restore keeps text typed by now in fields of the merge group', () => {
    const now = after(rendered, typed('email', 'now'), arrived({ revision: 2, mobile: '2' }));
    expect([restoreAll(now).mine, restoreAll(now).conflicts]).toEqual([now.mine, now.conflicts]);
  });
});
