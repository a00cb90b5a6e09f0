/** Every difference between two definitions is a line; lines that let more people read or write are marked. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { serializeEntity } from '../../definition/parseEntity';
import type { AnyEntity } from '../../entity/entity';
import type { Json } from '../../entity/field';
import { canonicalJson } from '../../canonicalJson';
import { designs } from '../../testing/designs';
import {
  completeField,
  completeSettings,
  primaryKeyField,
  type CompleteField,
  type CompleteSettings,
} from '../completeDesign';
import { describeDifferences } from './describeDifferences';
import { designToEntity } from '../designToEntity';

const CHOICES: Json = [
  { name: 'open', value: 0, en: 'Open', zh: '打开' },
  { name: 'shut', value: 1, en: 'Shut', zh: '关闭' },
];
const CLOSE = { name: 'close', from: ['open'], to: 'shut' };
const REOPEN = { name: 'reopen', from: ['shut'], to: 'open' };
const field = (name: string, more: Partial<CompleteField> = {}) =>
  completeField({ name, kind: 'text', label_en: name, label_zh: `${name}文`, required: 1, ...more });
const state = (more: Partial<CompleteField> = {}) =>
  field('state', { kind: 'choice', choices: CHOICES, default_value: 'open', ...more });
const entity = (settings: Partial<CompleteSettings>, ...fields: readonly CompleteField[]): AnyEntity =>
  designToEntity({
    settings: completeSettings({
      table_name: 'crate',
      one_en: 'Crate',
      many_en: 'Crates',
      one_zh: '箱',
      many_zh: '箱子',
      title_field: 'title',
      ...settings,
    }),
    fields: [primaryKeyField(), field('title'), ...fields],
  });
const print = (from: AnyEntity | null, to: AnyEntity, renames: readonly { from: string; to: string }[] = []) =>
  describeDifferences(from, to, renames).map(
    ({ field: name = 'table', property, option, from: before, to: after, isWider }) =>
      `${isWider ? '! ' : ''}${name} ${option ?? property}: ${before} → ${after}`,
  );

describe('describeDifferences', () => {
  it.each<[string, Partial<CompleteSettings>, Partial<CompleteSettings>, string]>([
    ['guests read', {}, { guest_read: 'all' }, '! table guest_read: none → all'],
    ['members no longer read', { member_read: 'all' }, {}, 'table member_read: all → none'],
    ['staff no longer delete', {}, { can_remove: 0 }, 'table can_remove: 1 → 0'],
    ['staff edit', { can_update: 0 }, {}, '! table can_update: 0 → 1'],
    ['sensitivity falls', { sensitivity: 'restricted' }, {}, '! table sensitivity: restricted → internal'],
    ['sensitivity rises', {}, { sensitivity: 'restricted' }, 'table sensitivity: internal → restricted'],
    ['order of the list', {}, { sort_field: 'title' }, 'table sort_field: id → title'],
    ['name', {}, { many_en: 'Boxes' }, 'table many_en: Crates → Boxes'],
    ['superOnly is gone', { other_options: { superOnly: true } }, {}, '! table superOnly: true → '],
    ['list columns', {}, { standard_columns: ['id'] }, 'table standard_columns: ["id","create_time"] → ["id"]'],
  ])('lists a change of the table: %s', (_, before, after, expected) => {
    expect(print(entity(before), entity(after))).toEqual([expected]);
  });

  it.each<[string, Partial<CompleteField>, Partial<CompleteField>, string]>([
    ['label', {}, { label_en: 'New' }, 'note label_en: note → New'],
    ['validation', {}, { pattern: 'email' }, 'note pattern:  → email'],
    ['limit', { max: 20 }, { max: 30 }, 'note max: 20 → 30'],
    ['filters', {}, { operators: ['='] }, 'note operators:  → ["="]'],
    ['readers', { read_permission: 'see_note' }, {}, '! note read_permission: see_note → '],
    ['fewer readers', {}, { read_permission: 'see_note' }, 'note read_permission:  → see_note'],
    [
      'writers',
      { write_permission: 'write_a' },
      { write_permission: 'write_b' },
      '! note write_permission: write_a → write_b',
    ],
    [
      'sensitivity',
      { sensitivity: 'restricted' },
      { sensitivity: 'public' },
      '! note sensitivity: restricted → public',
    ],
    ['not in the form', { required: 0 }, { required: 0, in_form: 0 }, 'note in_form: 1 → 0'],
  ])('lists a change of a field: %s', (_, before, after, expected) => {
    expect(print(entity({}, field('note', before)), entity({}, field('note', after)))).toEqual([expected]);
  });

  it.each<[string, Json, Json, boolean]>([
    ['a new transition', [CLOSE], [CLOSE, REOPEN], true],
    ['one for more people', [{ ...CLOSE, node: 'finish', en: 'a', zh: 'b' }], [CLOSE], true],
    ['one for super admins only', [CLOSE], [{ ...CLOSE, super: true }], false],
    ['one less', [CLOSE, REOPEN], [CLOSE], false],
    ['none any more', [CLOSE], null, true],
    ['the first one', null, [CLOSE], false],
  ])('marks transitions that allow more: %s', (_, before, after, isWider) => {
    const lines = describeDifferences(
      entity({}, state({ transitions: before })),
      entity({}, state({ transitions: after })),
    );
    expect(lines.find(({ property }) => property === 'transitions')?.isWider === true).toBe(isWider);
  });

  it('marks a lock of fewer states', () => {
    const locked = entity({}, state({ locked_when: ['open', 'shut'] }));
    expect(print(locked, entity({}, state({ locked_when: ['shut'] })))).toEqual([
      '! state locked_when: ["open","shut"] → ["shut"]',
    ]);
  });

  it('lists new, deleted, renamed and moved fields', () => {
    const from = entity({}, field('a'), field('b'), field('c'));
    const to = entity({}, field('c'), field('d', { label_en: 'a', label_zh: 'a文' }), field('e'));
    expect(print(from, to, [{ from: 'a', to: 'd' }])).toEqual([
      'd field_renamed: a → d',
      'e field_added:  → text',
      'b field_removed: text → ',
      'table field_order: id, title, d, c → id, title, c, d',
    ]);
  });

  it('of a new entity: names the readers besides staff', () => {
    expect(print(null, entity({ guest_read: 'all' }))).toEqual(['! table guest_read: none → all']);
    expect(print(null, entity({}))).toEqual([]);
  });

  it('finds a difference whenever two definitions differ', () => {
    fc.assert(
      fc.property(designs, designs, (one, other) => {
        const from = designToEntity(one);
        const to = { ...designToEntity(other), name: from.name };
        const isSame = canonicalJson(serializeEntity(from)) === canonicalJson(serializeEntity(to));
        expect(describeDifferences(from, to).length === 0).toBe(isSame);
        expect(describeDifferences(from, from)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});
