/** Typed text follows a field that is renamed, and comes back when the rename is rolled back. */
import { describe, expect, it } from '@jest/globals';
import { defineEntity } from '../../../common/entity/entity';
import { text } from '../../../common/entity/field';
import { DEFAULT_LIST_VIEW } from '../../shared/store/listViews';
import { newDraft, type QueuedSave } from './draft';
import { renameDraftFields, renameKeys, renameListColumns, renamesBetween, getRenames } from './renamedFields';

const labels = { $one: 'Note', $many: 'Notes', title: 'Title' };
const spec = {
  ...({ menu: 'developer', icon: 'category', sensitivity: 'internal', title: 'title' } as const),
  ...({ list: { columns: ['title'] }, form: ['title'], access: { staff: 'crud' } } as const),
};
const before = defineEntity('note', {
  ...spec,
  fields: { title: text({ required: true }), body: text() },
  labels: { en: { ...labels, body: 'Body' }, 'zh-cn': { ...labels, body: '内容' } },
});
const after = defineEntity('note', {
  ...spec,
  fields: { title: text({ required: true }), content: text({ formerNames: ['body', 'title'] }) },
  labels: { en: { ...labels, content: 'Content' }, 'zh-cn': { ...labels, content: '内容' } },
});

describe('renamed fields', () => {
  it('renamed fields are those that the new definition knows by a former name and no longer has', () => {
    expect(renamesBetween(before, after)).toEqual({ body: 'content' });
    expect(renamesBetween(after, before)).toEqual({ content: 'body' });
    expect(renamesBetween(before, before)).toEqual({});
    expect(getRenames(after)).toEqual({ body: 'content' });
  });
  it('renamed fields move every part of a draft, and never replace a value typed under the new name', () => {
    const draft = {
      ...newDraft(1, { title: 'a', body: 'b' }),
      mine: { body: 'typed' },
      faults: { body: 'wrong' },
      focused: 'body',
    };
    expect(renameDraftFields(draft, { body: 'content' })).toMatchObject({
      base: { title: 'a', content: 'b' },
      mine: { content: 'typed' },
      faults: { content: 'wrong' },
      focused: 'content',
    });
    expect(renameKeys({ body: 1, content: 2 }, { body: 'content' })).toEqual({ content: 2 });
    expect(renameDraftFields(draft, {})).toBe(draft);
  });
  it('rename a queued save unless it may have been sent', () => {
    const queued: QueuedSave = { mid: 'm', values: { body: 'x' }, body: { id: 1, body: 'x', _base: { body: 'b' } } };
    const renamed = (save: QueuedSave) =>
      renameDraftFields({ ...newDraft(1, {}), queued: save }, { body: 'content' }).queued;
    expect(renamed(queued)).toEqual({
      mid: 'm',
      values: { content: 'x' },
      body: { id: 1, content: 'x', _base: { content: 'b' } },
    });
    expect(renamed({ ...queued, mayHaveArrived: true })?.body).toEqual(queued.body);
  });
  it('chosen columns and widths of a list follow; its other settings stay', () => {
    const view = { ...DEFAULT_LIST_VIEW, columns: ['id', 'body', 'title'], widths: { body: 200 }, summary: true };
    const followed = { ...view, columns: ['id', 'content', 'title'], widths: { content: 200 } };
    expect(renameListColumns(after, view)).toEqual(followed);
    expect(renameListColumns(after, DEFAULT_LIST_VIEW).columns).toBeNull();
  });
});
