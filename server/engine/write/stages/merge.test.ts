/** The three-way merge as a table of cases. */
import { describe, expect, it } from '@jest/globals';
import type { Json } from '../../../../common/entity/field';
import { getColumns, type StoredRow } from '../../../../common/entity/columns';
import { ticket } from '../../../testing/testEntities';
import { sha256Hex, mergeEdit, type ChangedField } from './merge';
import { crudRecord } from '../../../../common/entities/crudRecord';
import { news } from '../../../../common/entities/news';

const current: StoredRow = { id: 1, subject: 'now', amount: 500, currency: 'EUR', code: null };
const readable: StoredRow = { ...current, amount: '5.00' };
const since = (before: Json): ChangedField => ({ before, by: { id: 'admin:2', name: 'B' }, at: 7_000 });

const merge = (mine: StoredRow, base: Record<string, Json>, changed: Record<string, ChangedField> = {}) =>
  mergeEdit({
    entity: ticket,
    columns: getColumns(ticket),
    current,
    readable,
    mine,
    sent: mine,
    base,
    since: new Map(Object.entries(changed)),
  });

describe('mergeEdit', () => {
  it.each([
    ['applies where the row is as the editor saw it', { subject: 'mine' }, { subject: 'now' }, ['subject'], []],
    ['does nothing where another actor already wrote the same value', { subject: 'now' }, { subject: 'old' }, [], []],
    [
      'conflicts where another actor wrote another value',
      { subject: 'mine' },
      { subject: 'old' },
      ['subject'],
      ['subject'],
    ],
    ['compares base values as they were sent', { amount: 700 }, { amount: '5.00' }, ['amount'], []],
    ['takes an empty base for null', { code: 'x' }, { code: null }, ['code'], []],
    ['merges different fields', { subject: 'mine' }, { subject: 'now' }, ['subject'], []],
  ])('%s', (_case, mine, base, changes, conflicts) => {
    const merged = merge(mine, base, { code: since('older') });
    expect(Object.keys(merged.changes)).toEqual(changes);
    expect(merged.conflicts.map(({ field }) => field)).toEqual(conflicts);
    expect(merged.missingBase).toEqual([]);
  });

  it('reports a changed field without a base value', () => {
    expect(merge({ subject: 'mine', currency: 'EUR' }, {}).missingBase).toEqual(['subject']);
  });

  it('treats a merge group as one field', () => {
    const merged = merge({ amount: 700 }, { amount: '5.00' }, { currency: since('USD') });
    expect(merged.conflicts.map(({ field }) => field).sort()).toEqual(['amount', 'currency']);
  });

  it('finds no conflict in a group when the editor sends the value that the other actor wrote', () => {
    const merged = merge(
      { amount: 700, currency: 'EUR' },
      { amount: '5.00', currency: 'EUR' },
      { currency: since('USD') },
    );
    expect(merged.conflicts).toEqual([]);
    expect(merged.changes).toEqual({ amount: 700 });
  });

  it('reports base, mine, theirs, actor and time of a conflict', () => {
    const merged = merge({ amount: 700 }, { amount: '4.00' }, { amount: since(400) });
    expect(merged.conflicts).toEqual([
      { field: 'amount', base: '4.00', mine: 700, theirs: '5.00', by: { id: 'admin:2', name: 'B' }, at: 7 },
    ]);
  });

  it('names a hidden field of the group without its value', () => {
    const { amount: _hidden, ...visible } = readable;
    const sentValues = { currency: 'USD' };
    const merged = mergeEdit({
      entity: ticket,
      columns: getColumns(ticket),
      current,
      readable: visible,
      mine: sentValues,
      sent: sentValues,
      base: { currency: 'EUR' },
      since: new Map([['amount', since(400)]]),
    });
    const amountConflict = merged.conflicts.find(({ field }) => field === 'amount');
    expect(amountConflict).toEqual({ field: 'amount', mine: null, by: { id: 'admin:2', name: 'B' }, at: 7 });
  });

  it('accepts the hash of a long text as base value', () => {
    const content = '<p>long</p>';
    const input = {
      entity: news,
      columns: getColumns(news),
      current: { content },
      readable: { content },
      sent: {},
      since: new Map<string, ChangedField>(),
    };
    const by = (base: Json) =>
      mergeEdit({ ...input, mine: { content: 'new' }, base: { content: base } }).conflicts.length;
    expect([by(sha256Hex(content)), by({ h: sha256Hex(content), n: 11 }), by(content), by(sha256Hex('else'))]).toEqual([
      0, 0, 0, 1,
    ]);
  });

  it('accepts the hash of a long value of any type as base value', () => {
    const fields = { title: { kind: 'text' } };
    const input = {
      entity: crudRecord,
      columns: getColumns(crudRecord),
      current: { fields },
      readable: { fields },
      sent: {},
    };
    const by = (base: Json) =>
      mergeEdit({ ...input, mine: { fields: {} }, base: { fields: base }, since: new Map() }).conflicts.length;
    const hash = sha256Hex(JSON.stringify(fields));
    expect([by(hash), by({ h: hash, n: 27 }), by(fields), by(sha256Hex('else')), by({})]).toEqual([0, 0, 0, 1, 1]);
  });
});
