/** Rules of drafts: typed text is never lost and never overwritten, whatever arrives and when. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { defineEntity } from '../../../common/entity/entity';
import { date, integer, money, text } from '../../../common/entity/field';
import type { Json } from '../../../common/entity/field';
import type { WireRow } from '../../../common/entity/projectRow';
import {
  listRevokedFields,
  collectChanges,
  listDirtyFields,
  newDraft,
  isSameValue,
  currentValue,
  type RemoteVersion,
  type SaveConflict,
  type Draft,
  type DraftEvent,
  type FormShape,
} from './draft';
import { draftReducer } from './draftReducer';

const thing = defineEntity('thing', {
  menu: 'content',
  icon: 'label',
  sensitivity: 'public',
  fields: {
    title: text({ required: true }),
    note: text(),
    price: money(),
    currency: text(),
    day: date(),
    size: integer(),
  },
  title: 'title',
  list: { columns: ['id', 'title'] },
  form: ['title', 'note', ['price', 'currency'], 'day', 'size'],
  access: { staff: 'crud' },
  mergeGroups: [['price', 'currency']],
  labels: {
    en: {
      $one: 'Thing',
      $many: 'Things',
      title: 'Title',
      note: 'Note',
      price: 'Price',
      currency: 'Currency',
      day: 'Day',
      size: 'Size',
    },
    'zh-cn': {
      $one: '物品',
      $many: '物品',
      title: '标题',
      note: '备注',
      price: '价格',
      currency: '货币',
      day: '日期',
      size: '尺寸',
    },
  },
});
const formShape: FormShape = { entity: thing, fields: ['title', 'note', 'price', 'currency', 'day', 'size'] };
const row: WireRow = {
  id: 1,
  revision: 1,
  title: 'Old',
  note: null,
  price: '10.00',
  currency: 'EUR',
  day: null,
  size: 3,
};
const anna = { id: 'admin:2', name: 'Anna' };

const arrival = (patch: WireRow, mid: string | null = null): RemoteVersion => ({
  row: { ...row, ...patch },
  by: anna,
  at: 5,
  idempotencyKey: mid,
});
const arrived = (patch: WireRow, mid: string | null = null): DraftEvent => ({
  type: 'remoteVersionReceived',
  remoteVersion: arrival(patch, mid),
});
const typed = (field: string, value: Json): DraftEvent => ({ type: 'typed', field, value });
const clashed = (clash: Partial<SaveConflict> = {}): DraftEvent => ({
  type: 'conflicted',
  conflict: {
    revision: 4,
    merged: [],
    fields: [{ field: 'title', base: 'Old', mine: 'Mine', theirs: 'Theirs', by: anna, at: 4 }],
    ...clash,
  },
});
const after = (...events: readonly DraftEvent[]): Draft =>
  events.reduce(
    (draft, event) => draftReducer(formShape, draft, event),
    draftReducer(formShape, newDraft(1, {}), arrived({})),
  );

describe('draftReducer', () => {
  it('the draft takes a remote change of an untouched field in place, with its author', () => {
    const draft = after(arrived({ revision: 2, note: 'From Anna' }));
    expect(currentValue(draft, 'note')).toBe('From Anna');
    expect(draft.highlights['note']).toEqual({ by: anna, at: 5 });
    expect(listDirtyFields(formShape, draft)).toEqual([]);
  });

  it('the draft keeps the typed value and records the remote value as a conflict', () => {
    const draft = after(typed('title', 'Mine'), arrived({ revision: 2, title: 'Theirs' }));
    expect(currentValue(draft, 'title')).toBe('Mine');
    expect(draft.conflicts['title']).toEqual({ base: 'Old', theirs: 'Theirs', by: anna, at: 5 });
  });

  it('tookTheirs: the remote value replaces the typed one', () => {
    const draft = after(typed('title', 'Mine'), arrived({ revision: 2, title: 'Theirs' }), {
      type: 'tookTheirs',
      field: 'title',
    });
    expect(currentValue(draft, 'title')).toBe('Theirs');
    expect(draft.conflicts).toEqual({});
    expect(listDirtyFields(formShape, draft)).toEqual([]);
  });

  it('keptMine: the typed value stays and its base is the remote value', () => {
    const draft = after(typed('title', 'Mine'), arrived({ revision: 2, title: 'Theirs' }), {
      type: 'keptMine',
      field: 'title',
    });
    expect(collectChanges(formShape, draft)).toEqual({ values: { title: 'Mine' }, base: { title: 'Theirs' } });
  });

  it('sees no conflict when both typed the same value', () => {
    const draft = after(typed('title', 'Same'), arrived({ revision: 2, title: 'Same' }));
    expect(draft.conflicts).toEqual({});
    expect(listDirtyFields(formShape, draft)).toEqual([]);
  });

  it('drops a conflict when the remote value returns to the base', () => {
    const draft = after(typed('title', 'Mine'), arrived({ revision: 2, title: 'Theirs' }), arrived({ revision: 3 }));
    expect(draft.conflicts).toEqual({});
    expect(currentValue(draft, 'title')).toBe('Mine');
  });

  it('the draft holds back a change of the focused field and applies it on blur', () => {
    const focused = after({ type: 'focused', field: 'title' }, arrived({ revision: 2, title: 'Theirs' }));
    expect(currentValue(focused, 'title')).toBe('Old');
    const blurred = draftReducer(formShape, focused, { type: 'blurred', at: 9 });
    expect(currentValue(blurred, 'title')).toBe('Theirs');
    expect(blurred.highlights['title']).toEqual({ by: anna, at: 9 });
  });

  it('the draft does not hold back changes of a focused field that is read-only', () => {
    const start = draftReducer(formShape, newDraft(1, {}), arrived({}));
    const only = { ...formShape, writable: new Set(['note']) };
    const focused = draftReducer(only, start, { type: 'focused', field: 'title' });
    const updated = draftReducer(only, focused, arrived({ revision: 2, title: 'Theirs' }));
    expect(currentValue(updated, 'title')).toBe('Theirs');
  });

  it('makes a held back change a conflict when typing begins in the field', () => {
    const draft = after(
      { type: 'focused', field: 'title' },
      arrived({ revision: 2, title: 'Theirs' }),
      typed('title', 'Ol'),
    );
    expect(currentValue(draft, 'title')).toBe('Ol');
    expect(draft.conflicts['title']?.theirs).toBe('Theirs');
  });

  it('the draft is clean again when the typed value equals the base', () => {
    expect(listDirtyFields(formShape, after(typed('title', 'Mine'), typed('title', 'Old')))).toEqual([]);
    expect(listDirtyFields(formShape, after(typed('note', 'x'), typed('note', '')))).toEqual([]);
    expect(listDirtyFields(formShape, after(typed('price', '10')))).toEqual([]);
    expect(listDirtyFields(formShape, after(typed('size', '3')))).toEqual([]);
  });

  it('sends the fields of a merge group together, and their conflicts form one unit', () => {
    const draft = after(typed('price', '12.00'));
    expect(collectChanges(formShape, draft)).toEqual({
      values: { price: '12.00', currency: 'EUR' },
      base: { price: '10.00', currency: 'EUR' },
    });
    const clash = draftReducer(formShape, draft, arrived({ revision: 2, currency: 'USD' }));
    expect(clash.conflicts['currency']?.theirs).toBe('USD');
    const taken = draftReducer(formShape, clash, { type: 'tookTheirs', field: 'currency' });
    expect([currentValue(taken, 'price'), currentValue(taken, 'currency')]).toEqual(['10.00', 'USD']);
  });

  it('the draft does not take the echo of its own save for a remote change', () => {
    const sent: DraftEvent = { type: 'sent', mid: 'm1', values: { title: ' Mine ' } };
    const draft = after(typed('title', ' Mine '), sent, arrived({ revision: 2, title: 'Mine' }, 'm1'));
    expect(draft.conflicts).toEqual({});
    expect(draft.highlights).toEqual({});
    expect(listDirtyFields(formShape, draft)).toEqual([]);
  });

  it('the draft keeps values typed while a save is in progress', () => {
    const draft = after(
      typed('title', 'One'),
      { type: 'sent', mid: 'm1', values: { title: 'One' } },
      typed('title', 'One two'),
      { type: 'saved', id: 1, row: { ...row, revision: 2, title: 'One' }, at: 7 },
    );
    expect(currentValue(draft, 'title')).toBe('One two');
    expect(collectChanges(formShape, draft).base).toEqual({ title: 'One' });
    expect(draft.pendingSave).toBeNull();
  });

  it('a response of 412 opens the dialog and applies changes without a conflict', () => {
    const draft = after(
      typed('title', 'Mine'),
      { type: 'sent', mid: 'm1', values: { title: 'Mine' } },
      clashed({ merged: [{ field: 'note', before: null, theirs: 'N', by: anna, at: 4 }] }),
    );
    expect(draft).toMatchObject({ pendingSave: null, revision: 4, base: { note: 'N' } });
    expect(draft.conflicts['title']).toEqual({ base: 'Old', theirs: 'Theirs', by: anna, at: 4000 });
    expect(draft.review?.merged).toHaveLength(1);
    const decided = draftReducer(formShape, draft, { type: 'resolved', values: { title: 'Both' } });
    expect(collectChanges(formShape, decided)).toEqual({ values: { title: 'Both' }, base: { title: 'Theirs' } });
    expect(draftReducer(formShape, draft, { type: 'reviewClosed' })).toMatchObject({
      review: null,
      conflicts: draft.conflicts,
    });
  });

  it('the draft takes a newer remote change while the dialog is open, and never an older row', () => {
    const open = after(typed('title', 'Mine'), clashed());
    const third = draftReducer(formShape, open, arrived({ revision: 5, title: 'Third' }));
    expect(third.review).not.toBeNull();
    expect(third.conflicts['title']).toMatchObject({ base: 'Old', theirs: 'Third', at: 5 });
    expect(draftReducer(formShape, third, arrived({ revision: 2 }))).toBe(third);
    const reverted = draftReducer(formShape, third, arrived({ revision: 6, title: 'Old' }));
    expect(reverted.conflicts).toEqual({});
    expect(reverted.review).not.toBeNull();
  });

  it('resolves a merge group as one unit', () => {
    const unit = after(typed('price', '12.00'), typed('currency', 'USD'), arrived({ revision: 2, price: '11.00' }));
    const resolvedToTheirs = draftReducer(formShape, unit, {
      type: 'resolved',
      values: { price: '11.00', currency: 'EUR' },
    });
    expect(listDirtyFields(formShape, resolvedToTheirs)).toEqual([]);
    const resolved = draftReducer(formShape, unit, { type: 'resolved', values: { price: '12.00', currency: 'USD' } });
    expect(collectChanges(formShape, resolved)).toEqual({
      values: { price: '12.00', currency: 'USD' },
      base: { price: '11.00', currency: 'EUR' },
    });
  });

  it('ignores fields the user may neither read nor write', () => {
    const hidden = after(typed('title', 'Mine'), clashed({ fields: [{ field: 'note', mine: null, by: anna, at: 4 }] }));
    expect(hidden.conflicts['note']).toMatchObject({ hidden: true });
    const decided = draftReducer(formShape, hidden, { type: 'resolved', values: {} });
    expect(collectChanges(formShape, decided).values).toEqual({ title: 'Mine' });
    const locked = { ...formShape, writable: new Set(['note']) };
    const given = draftReducer(locked, after(typed('title', 'Mine'), clashed()), {
      type: 'resolved',
      values: { title: 'Mine' },
    });
    expect(currentValue(given, 'title')).toBe('Theirs');
  });

  it('the draft keeps the text of a field whose permission is lost, and saves the others', () => {
    const draft = after(typed('title', 'Mine'), typed('note', 'n'));
    const lost = { ...formShape, writable: new Set(['note']) };
    expect(listDirtyFields(lost, draft)).toEqual(['note']);
    expect(listRevokedFields(lost, draft)).toEqual(['title']);
    expect(collectChanges(lost, draft).values).toEqual({ note: 'n' });
    const blind = draftReducer(formShape, draft, {
      type: 'permissionsChanged',
      readable: new Set(['id', 'revision', 'note']),
    });
    expect(blind.base).toEqual({ id: 1, revision: 1, note: null });
    expect(currentValue(blind, 'title')).toBe('Mine');
  });

  it('a live frame with the idempotency key counts as the response of a save that timed out', () => {
    const draft = after(
      typed('title', 'Mine'),
      { type: 'sent', mid: 'm1', values: { title: 'Mine' } },
      { type: 'rejected', faults: {}, lost: true },
      typed('title', 'Mine and more'),
      arrived({ revision: 2, title: 'Mine' }, 'm1'),
    );
    expect(draft.conflicts).toEqual({});
    expect(draft.unanswered).toBeNull();
    expect(collectChanges(formShape, draft)).toEqual({ values: { title: 'Mine and more' }, base: { title: 'Mine' } });
  });

  it('discardUndone: restores the discarded values', () => {
    const typedDraft = after(typed('title', 'Mine'));
    const discarded = draftReducer(formShape, typedDraft, { type: 'discarded' });
    expect(listDirtyFields(formShape, discarded)).toEqual([]);
    expect(
      currentValue(draftReducer(formShape, discarded, { type: 'discardUndone', before: typedDraft }), 'title'),
    ).toBe('Mine');
  });

  it('the draft keeps the text when the record is deleted, and turns it into a new record on request', () => {
    const deletedDraft = after(typed('title', 'Mine'), {
      type: 'removed',
      removal: { why: 'deleted', by: anna },
    });
    expect(currentValue(deletedDraft, 'title')).toBe('Mine');
    const detached = draftReducer(formShape, deletedDraft, { type: 'detached' });
    expect(detached.id).toBeNull();
    expect(collectChanges(formShape, detached).values).toMatchObject({
      title: 'Mine',
      price: '10.00',
      currency: 'EUR',
      size: 3,
    });
  });

  it('discarded: drops the typed values and shows the remote ones', () => {
    const draft = after(typed('title', 'Mine'), arrived({ revision: 2, title: 'Theirs' }), { type: 'discarded' });
    expect(currentValue(draft, 'title')).toBe('Theirs');
    expect(draft.conflicts).toEqual({});
  });

  it('ignores versions older than its revision', () => {
    expect(
      currentValue(after(arrived({ revision: 3, title: 'New' }), arrived({ revision: 2, title: 'Late' })), 'title'),
    ).toBe('New');
  });

  it('never overwrites typed text and never saves over a value that was not shown', () => {
    const field = fc.constantFrom('title', 'note');
    const words = fc.constantFrom('a', 'b', 'c');
    const step = fc.oneof(
      fc.record({ do: fc.constant('type' as const), field, value: words }),
      fc.record({ do: fc.constant('remote' as const), field, value: words }),
      fc.record({ do: fc.constant('focus' as const), field, value: words }),
      fc.record({ do: fc.constant('blur' as const), field, value: words }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        let draft = after();
        let server: WireRow = { ...row };
        let typedValues: Record<string, Json> = {};
        for (const { do: what, field, value } of steps) {
          if (what === 'type') {
            draft = draftReducer(formShape, draft, typed(field, value));
            typedValues = { ...typedValues, [field]: value };
          } else if (what === 'remote') {
            server = { ...server, [field]: value, revision: Number(server['revision']) + 1 };
            draft = draftReducer(formShape, draft, arrived(server));
          } else
            draft = draftReducer(
              formShape,
              draft,
              what === 'focus' ? { type: 'focused', field } : { type: 'blurred', at: 1 },
            );
          const { values, base } = collectChanges(formShape, draft);
          for (const [dirty, own] of Object.entries(values)) expect(own).toBe(typedValues[dirty]);
          for (const dirty of Object.keys(values)) {
            const isUnchanged = isSameValue(thing, dirty, base[dirty], server[dirty]);
            expect(isUnchanged || dirty in draft.conflicts).toBe(true);
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});
