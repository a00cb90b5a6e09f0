/** The registry breaks no rule, and each rule reports a definition that breaks it. */
import { describe, expect, it } from '@jest/globals';
import { entities } from '../entities/index';
import { menuTitle } from '../locales/menuTitle';
import { sample } from '../testing/sampleEntity';
import { lintDefinition, lintRegistry } from './lintDefinition';
import type { AnyEntity } from '../entity/entity';
import { getColumns } from '../entity/columns';
import { createRegistry } from '../entity/registry';

const all: readonly AnyEntity[] = Object.values(entities);
const registry = createRegistry(entities);

/** The sample with parts of its specification replaced, as stored JSON could have them. */
const broken = (patch: object): AnyEntity => ({
  name: 'sample',
  spec: { ...sample.spec, ...patch },
});
const withField = (name: string, field: object | undefined, more: object = {}): AnyEntity => {
  const fields = { ...sample.spec.fields, [name]: field };
  if (field === undefined) Reflect.deleteProperty(fields, name);
  return broken({ fields, ...more });
};
const field = (kind: string, options: object = {}) => ({ kind, options });

describe('the registry', () => {
  it('breaks no rule', () => {
    expect(lintRegistry(registry, all)).toEqual([]);
  });
  it('accepts the sample entity, which has every kind of field', () => {
    expect(lintDefinition(sample)).toEqual([]);
  });
  it.each(all.map((entity) => [entity.name, entity] as const))(
    '%s is in a menu group that has labels',
    (_name, entity) => {
      for (const lang of ['en', 'zh-cn'] as const) expect(menuTitle(lang, entity.spec.menu)).toBeDefined();
    },
  );
  it('the registry has Chinese labels that differ from the English ones', () => {
    for (const entity of all)
      for (const [name, word] of Object.entries(entity.spec.labels['zh-cn']))
        if (typeof word === 'string' && /[a-z]{4}/.test(word))
          expect(`${entity.name}.${name}: ${word}`).toMatch(/[\u4e00-\u9fff]/);
  });
  it('reports duplicate names, references to unknown entities, and children that do not refer back', () => {
    expect(lintRegistry(createRegistry({ sample }), [sample, sample])).toContain(
      'sample: two definitions have this name',
    );
    const lost = withField('lost_id', field('ref', { to: 'ghost' }), { children: [{ entity: 'sample', by: 'count' }] });
    const problems = lintRegistry(createRegistry({ lost }), [lost]);
    expect(problems).toContain('sample: “lost_id” refers to ghost, which does not exist');
    expect(problems).toContain('sample: its child sample does not refer to it by “count”');
    const shown = withField('friend_id', field('ref', { to: 'sample', targetFields: ['body'] }));
    expect(lintRegistry(createRegistry({ shown }), [shown]).join()).toMatch(/“friend_id” shows “body” of sample/);
  });
});

describe('lintDefinition: each rule reports', () => {
  const { en, 'zh-cn': zh } = sample.spec.labels;
  it.each<[string, AnyEntity, RegExp]>([
    ['a name that is not a name', { ...broken({}), name: 'Sample Table' }, /name must be snake_case/],
    ['a reserved column', withField('revision', field('integer')), /“revision” is reserved by the system/],
    ['a column like a shadow', withField('title_n', field('text')), /“title_n” is reserved by the system/],
    ['live', withField('live', field('integer')), /“live” is reserved by the system/],
    ['a prototype key', withField('constructor', field('text')), /“constructor” is reserved by the system/],
    ['a standard column', withField('create_time', field('datetime')), /standard column and can’t be added/],
    ['weigh of another kind', withField('weigh', field('text')), /standard column and can’t be added/],
    ['a hostile field name', withField('a`; DROP', field('text')), /must be snake_case/],
    ['no title', broken({ title: 'ghost' }), /its title “ghost” is not a column/],
    ['a title that may be empty', broken({ title: 'code' }), /can be empty/],
    ['a secret title', broken({ title: 'secret' }), /isn’t visible to everyone/],
    ['a secret in the list', broken({ list: { columns: ['secret'] } }), /shows “secret”, which is secret/],
    ['an unknown list column', broken({ list: { columns: ['ghost'] } }), /shows “ghost”, which is not a column/],
    ['a list column twice', broken({ list: { columns: ['id', 'id'] } }), /shows a column twice/],
    ['an empty list', broken({ list: { columns: [] } }), /shows no column/],
    ['rich text in the list', broken({ list: { columns: ['body'] } }), /too long for a list/],
    ['a senseless sort', broken({ list: { columns: ['id'], sort: '-body' } }), /can’t be sorted by “body”/],
    ['a sort by a masked column', broken({ list: { columns: ['id'], sort: 'price' } }), /can’t be sorted by “price”/],
    [
      'an unknown sort',
      broken({ list: { columns: ['id'], sort: 'ghost' } }),
      /sorted by “ghost”, which is not a column/,
    ],
    ['an unknown form field', broken({ form: ['title', 'ghost'] }), /shows “ghost”, which is not a field/],
    ['a form field twice', broken({ form: ['title', ['title']] }), /shows “title” twice/],
    ['a required field nobody asks for', broken({ form: ['code'] }), /“title” is required but isn’t in the form/],
    [
      'two fields of one label',
      broken({ labels: { en: { ...en, code: ` ${String(en.title).toUpperCase()} ` }, 'zh-cn': zh } }),
      /in en, “(?:title|code)” and “(?:title|code)” have the same label/,
    ],
    ['a clause on nothing', broken({ access: { guest: { read: { ghost: 1 } } } }), /guest read refers to “ghost”/],
    [
      'a clause on a long text',
      broken({ access: { guest: { read: { body: 'x' } } } }),
      /guest read can’t compare “body”/,
    ],
    ['a log that changes', broken({ base: 'log' }), /it is a log, so staff can’t change/],
    ['a log with a password', broken({ base: 'log' }), /a password, which logs must not store/],
    ['an owner that is not an admin', broken({ owner: 'parent_id' }), /owner “parent_id” must be a reference to admin/],
    ['a tree of something else', broken({ tree: 'count' }), /tree “count” must be a reference to sample itself/],
    ['a tree nobody declared', broken({ tree: undefined }), /“parent_id” is marked as tree/],
    [
      'fields merging twice',
      broken({
        mergeGroups: [
          ['title', 'code'],
          ['code', 'count'],
        ],
      }),
      /belongs to two merge groups/,
    ],
    [
      'merging with nothing',
      broken({ mergeGroups: [['title', 'ghost']] }),
      /“ghost” is merged with other fields but is not a field/,
    ],
    [
      'a transition of no choice',
      broken({ transitions: { count: { up: { from: [], to: 'new' } } } }),
      /“count” has transitions but is not a choice/,
    ],
    [
      'a transition to no value',
      broken({ transitions: { stage: { win: { from: ['new'], to: 'won' } } } }),
      /names “won”, which is not a value/,
    ],
    ['a lock on nothing', broken({ locked: { field: 'stage', when: ['shut'] } }), /is “shut”, which is not a value/],
    [
      'a restriction by no value',
      broken({ onDelete: { restrictWhile: { field: 'stage', when: ['kept'] } } }),
      /is “kept”, which is not a value/,
    ],
    ['an action like a verb', broken({ actions: ['edit'] }), /already exists on every entity/],
    ['an action without a label', broken({ actions: ['polish', 'ship'] }), /the action “ship” has no label/],
    ['a choice of nothing', withField('stage', field('choice', { values: {} })), /has no choices/],
    ['a value twice', withField('stage', field('choice', { values: { a: 1, b: 1 } })), /two names to one value/],
    ['mixed values', withField('stage', field('choice', { values: { a: 1, b: 'b' } })), /mixes numbers and words/],
    ['a strange value', withField('stage', field('choice', { values: { a: 1.5 } })), /whole number or a short word/],
    [
      'a strange choice default',
      withField('stage', field('choice', { values: { a: 1 }, default: 'b' })),
      /default "b" of “stage” is not a choice/,
    ],
    [
      'values without a choice',
      withField('title', field('text', { required: true, values: { a: 1 } })),
      /has values but is not a choice/,
    ],
    ['a reference to nobody', withField('parent_id', field('ref')), /is a reference, so it needs a target/],
    [
      'a default its rules refuse',
      withField('count', field('integer', { max: 5, default: 6 })),
      /default of “count” is not a valid value/,
    ],
    [
      'an operator of another kind',
      withField('count', field('integer', { operators: ['LIKE'] })),
      /“count” can’t be filtered by “LIKE”/,
    ],
    ['a look of another kind', withField('count', field('integer', { display: 'link' })), /can’t be shown as “link”/],
    ['a column too narrow', withField('count', field('integer', { width: 5 })), /column width from 56 to 640/],
    ['decimals of a whole number', withField('count', field('integer', { decimals: 2 })), /0 to 10 decimal places/],
    ['a step backwards', withField('count', field('integer', { step: -1 })), /needs a step above 0/],
    [
      'a former name in use',
      withField('count', field('integer', { formerNames: ['ratio'] })),
      /was called “ratio”, which is now another field/,
    ],
    [
      'a message in one language',
      broken({ labels: { en: { ...en, $invalid: { title: 'x' } }, 'zh-cn': zh } }),
      /error messages cover different fields/,
    ],
    [
      'a sort that the field forbids',
      withField('count', field('integer', { sortable: false }), { list: { columns: ['id'], sort: 'count' } }),
      /can’t be sorted by “count”/,
    ],
    ['bounds the wrong way', withField('count', field('integer', { min: 5, max: 4 })), /above its maximum/],
    ['a unique number', withField('count', field('integer', { unique: true })), /only short texts can/],
    ['a searched long text', withField('remark', field('text', { max: 5000, search: true })), /only short texts can/],
    [
      'a password for all to see',
      withField('secret', field('password', { sensitivity: 'public' })),
      /so its sensitivity must be secret/,
    ],
    ['a secret anybody writes', withField('code', field('text', { sensitivity: 'secret' })), /mark it read-only/],
    [
      'a missing word',
      broken({ labels: { en: { ...en, title: '' }, 'zh-cn': zh } }),
      /in en, the field “title” has no label/,
    ],
    ['a word too many', broken({ labels: { en, 'zh-cn': { ...zh, ghost: '鬼' } } }), /in zh-cn, a label names “ghost”/],
    [
      'a choice without a word',
      broken({ labels: { en: { ...en, stage: ['Stage', { new: 'New' }] }, 'zh-cn': zh } }),
      /the choice of stage “done” has no label/,
    ],
    [
      'a group without a word',
      broken({ labels: { en: { ...en, $groups: {} }, 'zh-cn': zh } }),
      /the form group “more” has no label/,
    ],
    [
      'help in one language',
      broken({ labels: { en: { ...en, $help: { title: 'x' } }, 'zh-cn': zh } }),
      /different fields in the two languages/,
    ],
    [
      'help for nothing',
      broken({ labels: { en: { ...en, $help: { ghost: 'x' } }, 'zh-cn': zh } }),
      /help for “ghost” belongs to no field/,
    ],
  ])('%s', (_what, entity, sentence) => {
    expect(lintDefinition(entity).join('\n')).toMatch(sentence);
  });
});

describe('columnsOf', () => {
  it('applies the options of a field to the facts of its column', () => {
    const column = (name: string) => getColumns(sample).get(name);
    expect(column('title')).toMatchObject({ hasSearchColumn: true, long: false, store: 'string' });
    expect(column('remark')).toMatchObject({ hasSearchColumn: false, long: true, store: 'text', sortable: false });
    expect(column('extra')).toMatchObject({ long: false, store: 'json' });
    const withLongJson = withField('extra', field('json', { long: true }));
    expect(getColumns(withLongJson).get('extra')).toMatchObject({
      long: true,
      store: 'json',
      operators: ['NULL', 'NOT NULL'],
    });
    expect(column('channel')).toMatchObject({ store: 'string' });
    expect(column('stage')).toMatchObject({ store: 'integer' });
    expect(column('cover_id')).toMatchObject({ store: 'integer' });
    expect(column('secret')).toMatchObject({ sensitivity: 'secret', operators: [] });
    expect(column('price')).toMatchObject({ sensitivity: 'money', store: 'integer' });
    expect(getColumns(sample).get('code')?.operators).toContain('LIKE');
  });
});
