/** The law of drafts: what was typed is never lost and never overwritten, whatever arrives and whenever. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { defineEntity } from '../../common/entity/entity';
import { date, integer, money, text } from '../../common/entity/field';
import type { Json } from '../../common/entity/field';
import type { Wire } from '../../common/entity/project';
import {
  barredFields,
  changesOf,
  dirtyFields,
  newDraft,
  sameValue,
  valueOf,
  type Arrival,
  type Clash,
  type Draft,
  type DraftEvent,
  type Shape,
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
const shape: Shape = { entity: thing, fields: ['title', 'note', 'price', 'currency', 'day', 'size'] };
const row: Wire = { id: 1, revision: 1, title: 'Old', note: null, price: '10.00', currency: 'EUR', day: null, size: 3 };
const anna = { id: 'admin:2', name: 'Anna' };

const arrival = (patch: Wire, mid: string | null = null): Arrival => ({
  row: { ...row, ...patch },
  by: anna,
  at: 5,
  mid,
});
const arrived = (patch: Wire, mid: string | null = null): DraftEvent => ({
  type: 'arrived',
  arrival: arrival(patch, mid),
});
const typed = (field: string, value: Json): DraftEvent => ({ type: 'typed', field, value });
const clashed = (clash: Partial<Clash> = {}): DraftEvent => ({
  type: 'clashed',
  clash: {
    revision: 4,
    merged: [],
    fields: [{ field: 'title', base: 'Old', mine: 'Mine', theirs: 'Theirs', by: anna, at: 4 }],
    ...clash,
  },
});
const after = (...events: readonly DraftEvent[]): Draft =>
  events.reduce((draft, event) => draftReducer(shape, draft, event), draftReducer(shape, newDraft(1, {}), arrived({})));

describe('a draft', () => {
  it('takes a remote change of an untouched field in place and tells who made it', () => {
    const draft = after(arrived({ revision: 2, note: 'From Anna' }));
    expect(valueOf(draft, 'note')).toBe('From Anna');
    expect(draft.flashes['note']).toEqual({ by: anna, at: 5 });
    expect(dirtyFields(shape, draft)).toEqual([]);
  });

  it('keeps what was typed and shows the other value beside it', () => {
    const draft = after(typed('title', 'Mine'), arrived({ revision: 2, title: 'Theirs' }));
    expect(valueOf(draft, 'title')).toBe('Mine');
    expect(draft.conflicts['title']).toEqual({ base: 'Old', theirs: 'Theirs', by: anna, at: 5 });
  });

  it('gives in where the person takes theirs', () => {
    const draft = after(typed('title', 'Mine'), arrived({ revision: 2, title: 'Theirs' }), {
      type: 'took',
      field: 'title',
    });
    expect(valueOf(draft, 'title')).toBe('Theirs');
    expect(draft.conflicts).toEqual({});
    expect(dirtyFields(shape, draft)).toEqual([]);
  });

  it('stands on the newer base where the person keeps his own', () => {
    const draft = after(typed('title', 'Mine'), arrived({ revision: 2, title: 'Theirs' }), {
      type: 'kept',
      field: 'title',
    });
    expect(changesOf(shape, draft)).toEqual({ values: { title: 'Mine' }, base: { title: 'Theirs' } });
  });

  it('sees no conflict where both typed the same', () => {
    const draft = after(typed('title', 'Same'), arrived({ revision: 2, title: 'Same' }));
    expect(draft.conflicts).toEqual({});
    expect(dirtyFields(shape, draft)).toEqual([]);
  });

  it('drops a conflict when the other goes back to what was', () => {
    const draft = after(typed('title', 'Mine'), arrived({ revision: 2, title: 'Theirs' }), arrived({ revision: 3 }));
    expect(draft.conflicts).toEqual({});
    expect(valueOf(draft, 'title')).toBe('Mine');
  });

  it('does not touch a field that has the focus, and brings it up to date when the focus leaves', () => {
    const focused = after({ type: 'focused', field: 'title' }, arrived({ revision: 2, title: 'Theirs' }));
    expect(valueOf(focused, 'title')).toBe('Old');
    const left = draftReducer(shape, focused, { type: 'blurred', at: 9 });
    expect(valueOf(left, 'title')).toBe('Theirs');
    expect(left.flashes['title']).toEqual({ by: anna, at: 9 });
  });

  it('holds nothing back from a field with the focus that is only read', () => {
    const start = draftReducer(shape, newDraft(1, {}), arrived({}));
    const only = { ...shape, writable: new Set(['note']) };
    const focused = draftReducer(only, start, { type: 'focused', field: 'title' });
    const heard = draftReducer(only, focused, arrived({ revision: 2, title: 'Theirs' }));
    expect(valueOf(heard, 'title')).toBe('Theirs');
  });

  it('calls it a conflict when typing begins in a field whose change was held back', () => {
    const draft = after(
      { type: 'focused', field: 'title' },
      arrived({ revision: 2, title: 'Theirs' }),
      typed('title', 'Ol'),
    );
    expect(valueOf(draft, 'title')).toBe('Ol');
    expect(draft.conflicts['title']?.theirs).toBe('Theirs');
  });

  it('is clean again when what was typed is typed back', () => {
    expect(dirtyFields(shape, after(typed('title', 'Mine'), typed('title', 'Old')))).toEqual([]);
    expect(dirtyFields(shape, after(typed('note', 'x'), typed('note', '')))).toEqual([]);
    expect(dirtyFields(shape, after(typed('price', '10')))).toEqual([]);
    expect(dirtyFields(shape, after(typed('size', '3')))).toEqual([]);
  });

  it('sends fields that merge as a unit together, and conflicts as a unit', () => {
    const draft = after(typed('price', '12.00'));
    expect(changesOf(shape, draft)).toEqual({
      values: { price: '12.00', currency: 'EUR' },
      base: { price: '10.00', currency: 'EUR' },
    });
    const clash = draftReducer(shape, draft, arrived({ revision: 2, currency: 'USD' }));
    expect(clash.conflicts['currency']?.theirs).toBe('USD');
    const taken = draftReducer(shape, clash, { type: 'took', field: 'currency' });
    expect([valueOf(taken, 'price'), valueOf(taken, 'currency')]).toEqual(['10.00', 'USD']);
  });

  it('does not take the echo of its own save for somebody else', () => {
    const sent: DraftEvent = { type: 'sent', mid: 'm1', values: { title: ' Mine ' } };
    const draft = after(typed('title', ' Mine '), sent, arrived({ revision: 2, title: 'Mine' }, 'm1'));
    expect(draft.conflicts).toEqual({});
    expect(draft.flashes).toEqual({});
    expect(dirtyFields(shape, draft)).toEqual([]);
  });

  it('keeps what was typed while the save was under way', () => {
    const draft = after(
      typed('title', 'One'),
      { type: 'sent', mid: 'm1', values: { title: 'One' } },
      typed('title', 'One two'),
      { type: 'saved', id: 1, row: { ...row, revision: 2, title: 'One' }, at: 7 },
    );
    expect(valueOf(draft, 'title')).toBe('One two');
    expect(changesOf(shape, draft).base).toEqual({ title: 'One' });
    expect(draft.sent).toBeNull();
  });

  it('asks about an answer of 412 in the dialog, and takes over what does not clash', () => {
    const draft = after(
      typed('title', 'Mine'),
      { type: 'sent', mid: 'm1', values: { title: 'Mine' } },
      clashed({ merged: [{ field: 'note', before: null, theirs: 'N', by: anna, at: 4 }] }),
    );
    expect(draft).toMatchObject({ sent: null, revision: 4, base: { note: 'N' } });
    expect(draft.conflicts['title']).toEqual({ base: 'Old', theirs: 'Theirs', by: anna, at: 4000 });
    expect(draft.review?.merged).toHaveLength(1);
    const decided = draftReducer(shape, draft, { type: 'resolved', values: { title: 'Both' } });
    expect(changesOf(shape, decided)).toEqual({ values: { title: 'Both' }, base: { title: 'Theirs' } });
    expect(draftReducer(shape, draft, { type: 'returned' })).toMatchObject({
      review: null,
      conflicts: draft.conflicts,
    });
  });

  it('lets a third change come in while the dialog stands, and never an older row', () => {
    const open = after(typed('title', 'Mine'), clashed());
    const third = draftReducer(shape, open, arrived({ revision: 5, title: 'Third' }));
    expect(third.review).not.toBeNull();
    expect(third.conflicts['title']).toMatchObject({ base: 'Old', theirs: 'Third', at: 5 });
    expect(draftReducer(shape, third, arrived({ revision: 2 }))).toBe(third);
    const back = draftReducer(shape, third, arrived({ revision: 6, title: 'Old' }));
    expect(back.conflicts).toEqual({});
    expect(back.review).not.toBeNull();
  });

  it('decides a unit as a unit', () => {
    const unit = after(typed('price', '12.00'), typed('currency', 'USD'), arrived({ revision: 2, price: '11.00' }));
    const theirs = draftReducer(shape, unit, { type: 'resolved', values: { price: '11.00', currency: 'EUR' } });
    expect(dirtyFields(shape, theirs)).toEqual([]);
    const mine = draftReducer(shape, unit, { type: 'resolved', values: { price: '12.00', currency: 'USD' } });
    expect(changesOf(shape, mine)).toEqual({
      values: { price: '12.00', currency: 'USD' },
      base: { price: '11.00', currency: 'EUR' },
    });
  });

  it('leaves alone what one may neither see nor write', () => {
    const hidden = after(typed('title', 'Mine'), clashed({ fields: [{ field: 'note', mine: null, by: anna, at: 4 }] }));
    expect(hidden.conflicts['note']).toMatchObject({ hidden: true });
    const decided = draftReducer(shape, hidden, { type: 'resolved', values: {} });
    expect(changesOf(shape, decided).values).toEqual({ title: 'Mine' });
    const locked = { ...shape, writable: new Set(['note']) };
    const given = draftReducer(locked, after(typed('title', 'Mine'), clashed()), {
      type: 'resolved',
      values: { title: 'Mine' },
    });
    expect(valueOf(given, 'title')).toBe('Theirs');
  });

  it('keeps the text of a field whose right is lost, and saves the others', () => {
    const draft = after(typed('title', 'Mine'), typed('note', 'n'));
    const lost = { ...shape, writable: new Set(['note']) };
    expect(dirtyFields(lost, draft)).toEqual(['note']);
    expect(barredFields(lost, draft)).toEqual(['title']);
    expect(changesOf(lost, draft).values).toEqual({ note: 'n' });
    const blind = draftReducer(shape, draft, { type: 'restricted', readable: new Set(['id', 'revision', 'note']) });
    expect(blind.base).toEqual({ id: 1, revision: 1, note: null });
    expect(valueOf(blind, 'title')).toBe('Mine');
  });

  it('takes the echo of a save whose answer was lost for the answer', () => {
    const draft = after(
      typed('title', 'Mine'),
      { type: 'sent', mid: 'm1', values: { title: 'Mine' } },
      { type: 'refused', faults: {}, lost: true },
      typed('title', 'Mine and more'),
      arrived({ revision: 2, title: 'Mine' }, 'm1'),
    );
    expect(draft.conflicts).toEqual({});
    expect(draft.unanswered).toBeNull();
    expect(changesOf(shape, draft)).toEqual({ values: { title: 'Mine and more' }, base: { title: 'Mine' } });
  });

  it('gives back what was discarded', () => {
    const mine = after(typed('title', 'Mine'));
    const gone = draftReducer(shape, mine, { type: 'discarded' });
    expect(dirtyFields(shape, gone)).toEqual([]);
    expect(valueOf(draftReducer(shape, gone, { type: 'retyped', before: mine }), 'title')).toBe('Mine');
  });

  it('keeps the text when the record is deleted, and turns it into a new one on request', () => {
    const gone = after(typed('title', 'Mine'), { type: 'gone', departure: { why: 'deleted', by: anna } });
    expect(valueOf(gone, 'title')).toBe('Mine');
    const fresh = draftReducer(shape, gone, { type: 'detached' });
    expect(fresh.id).toBeNull();
    expect(changesOf(shape, fresh).values).toMatchObject({ title: 'Mine', price: '10.00', currency: 'EUR', size: 3 });
  });

  it('forgets its own text and shows theirs when changes are discarded', () => {
    const draft = after(typed('title', 'Mine'), arrived({ revision: 2, title: 'Theirs' }), { type: 'discarded' });
    expect(valueOf(draft, 'title')).toBe('Theirs');
    expect(draft.conflicts).toEqual({});
  });

  it('ignores versions older than the one it stands on', () => {
    expect(
      valueOf(after(arrived({ revision: 3, title: 'New' }), arrived({ revision: 2, title: 'Late' })), 'title'),
    ).toBe('New');
  });

  it('never overwrites typed text and never saves over a value nobody saw', () => {
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
        let server: Wire = { ...row };
        let mine: Record<string, Json> = {};
        for (const { do: what, field: name, value } of steps) {
          if (what === 'type') {
            draft = draftReducer(shape, draft, typed(name, value));
            mine = { ...mine, [name]: value };
          } else if (what === 'remote') {
            server = { ...server, [name]: value, revision: Number(server['revision']) + 1 };
            draft = draftReducer(shape, draft, arrived(server));
          } else
            draft = draftReducer(
              shape,
              draft,
              what === 'focus' ? { type: 'focused', field: name } : { type: 'blurred', at: 1 },
            );
          const { values, base } = changesOf(shape, draft);
          for (const [dirty, own] of Object.entries(values)) expect(own).toBe(mine[dirty]);
          for (const dirty of Object.keys(values)) {
            const seen = sameValue(thing, dirty, base[dirty], server[dirty]);
            expect(seen || dirty in draft.conflicts).toBe(true);
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});
