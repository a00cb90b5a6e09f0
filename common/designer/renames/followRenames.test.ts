/** A renamed field of a design: every option of its definition that names the field follows. A new option has to be added to the sample. */
import { describe, expect, it } from '@jest/globals';
import type { AnyEntity } from '../../entity/entity';
import type { Field, FieldOptions, Json } from '../../entity/field';
import { serializeEntity } from '../../definition/parseEntity';
import type { Design, DesignField } from '../design';
import { designToEntity } from '../designToEntity';
import { entityToDesign } from '../entityToDesign';
import { renameChoicesInSettings, renameFieldInSettings, renameFieldInSibling } from './followRenames';

type Spec = AnyEntity['spec'];
interface CompleteSpec extends Required<Spec> {
  readonly list: Required<Spec['list']>;
  readonly pickerColumns: Required<NonNullable<Spec['pickerColumns']>>;
}

/** Whether an option of a field names other fields of the same entity. */
const FIELD_OPTIONS_WITH_NAMES: Readonly<Record<keyof FieldOptions, boolean>> = {
  ...{ required: false, default: false, unique: false, search: false, readonly: false, sensitivity: false },
  ...{ readPermission: false, writePermission: false, max: false, min: false, lines: false, pattern: false },
  ...{ unit: false, values: false, as: false, to: false, tree: false, searchTarget: false, by: false, long: false },
  ...{ indexed: false, confirmChangeTo: false, operators: false, sortable: false, display: false, width: false },
  ...{ formerNames: false, step: false, decimals: false, collaborative: false, targetFields: true },
};

/** Every option of a definition; each one that can name a field names “zebra”. */
function sampleSpec(zebra: Field): CompleteSpec {
  const fields = {
    zebra,
    owl: { kind: 'ref', options: { to: 'barn', tree: true, targetFields: ['zebra'] } },
    status: { kind: 'choice', options: { values: { new: 1, done: 2 } } },
  } as const;
  const labels = { $one: 'Barn', $many: 'Barns', $rows: 'barns', $actions: { feed: 'Feed' } };
  return {
    base: 'record',
    menu: 'developer',
    icon: 'category',
    sensitivity: 'internal',
    fields,
    title: 'zebra',
    list: { columns: ['zebra', 'id', 'status'], optional: ['zebra'], sort: '-zebra' },
    form: [{ group: 'stable', rows: [['zebra', 'status'], 'owl'] }],
    access: {
      staff: { read: true, update: { zebra: { actor: 'id' } } },
      member: { read: { zebra: 'x' } },
      guest: { read: { zebra: 1, status: 1 } },
    },
    memberRule: 'rule',
    publicId: 'zebra',
    owner: 'zebra',
    personal: true,
    noHistory: true,
    keptDays: 5,
    superOnly: true,
    nodes: 'barn',
    pickerColumns: { picture: 'zebra', hint: 'zebra' },
    tree: 'zebra',
    translations: zebra.kind === 'text' ? ['zebra'] : [],
    searchedTogether: [['zebra', 'status']],
    mergeGroups: [['zebra', 'status']],
    either: [['zebra', 'owl']],
    transitions: zebra.kind === 'choice' ? { zebra: { go: { from: ['a'], to: 'b' } } } : {},
    locked: { field: zebra.kind === 'choice' ? 'zebra' : 'status', when: zebra.kind === 'choice' ? ['a'] : ['done'] },
    onDelete: { restrictWhile: { field: 'zebra', when: ['a'] } },
    children: [
      { entity: 'barn', by: 'zebra' },
      { entity: 'field', by: 'bird' },
    ],
    actions: ['feed'],
    actionNodes: { feed: 'barn/edit' },
    labels: {
      en: { ...labels, zebra: 'Label', owl: 'Owl', status: ['Status', { new: 'New', done: 'Done' }] },
      'zh-cn': { ...labels, zebra: '标签', owl: '猫头鹰', status: ['状态', { new: '新', done: '完成' }] },
    },
  };
}
const KINDS: readonly Field[] = [
  { kind: 'text', options: { required: true } },
  { kind: 'choice', options: { values: { a: 1, b: 2 } } },
];

/** The design after its field was renamed as the hooks of the server rename it. */
function withRenamed({ settings, fields }: Design): Design {
  const changes = renameFieldInSettings(settings, 'zebra', 'okapi');
  const rename = { from: 'zebra', to: 'okapi', table: settings.table_name };
  const rowOf = (field: DesignField) => field as unknown as Readonly<Record<string, Json>>;
  return {
    settings: { ...settings, ...changes },
    fields: fields.map((field) =>
      field.name === 'zebra'
        ? { ...field, name: 'okapi' }
        : { ...field, ...renameFieldInSibling(rowOf(field), rename, true) },
    ),
  };
}

describe('a renamed field', () => {
  it.each(KINDS)('is followed by every option of a definition that names it: $kind', (zebra) => {
    const entity = { name: 'barn', spec: sampleSpec(zebra) };
    const expected = JSON.parse(JSON.stringify(entity).replaceAll('zebra', 'okapi')) as AnyEntity;
    const renamed = designToEntity(withRenamed(entityToDesign(entity)));
    expect(serializeEntity(renamed)).toEqual(serializeEntity(designToEntity(entityToDesign(expected))));
    expect(JSON.stringify(renamed)).not.toContain('zebra');
  });

  it('the sample names the field in every option that can name one', () => {
    const naming = KINDS.flatMap((zebra) =>
      Object.entries(sampleSpec(zebra)).flatMap(([key, value]) => (/zebra/.test(JSON.stringify(value)) ? [key] : [])),
    );
    expect([...new Set(naming)].sort()).toEqual([
      ...['access', 'children', 'either', 'fields', 'form', 'labels', 'list', 'locked', 'mergeGroups', 'onDelete'],
      ...['owner', 'pickerColumns', 'publicId', 'searchedTogether', 'title', 'transitions', 'translations', 'tree'],
    ]);
    const options = sampleSpec(KINDS[0] as Field).fields['owl']?.options ?? {};
    for (const [option, isNaming] of Object.entries(FIELD_OPTIONS_WITH_NAMES))
      if (isNaming) expect(JSON.stringify(Reflect.get(options, option))).toContain('zebra');
  });
});

it('renamed choices are followed by the restriction of deletions', () => {
  const settings = { other_options: { onDelete: { restrictWhile: { field: 'status', when: ['new', 'done'] } } } };
  const choices = (name: string): Json => [{ name, value: 1, en: '', zh: '' }];
  const field = { name: 'status', choices: choices('fresh') };
  expect(renameChoicesInSettings(settings, field, choices('new'))).toEqual({
    other_options: { onDelete: { restrictWhile: { field: 'status', when: ['fresh', 'done'] } } },
  });
  expect(renameChoicesInSettings(settings, { ...field, name: 'other' }, choices('new'))).toEqual({});
});
