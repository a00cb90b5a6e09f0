/** The table of stored field names is complete, and names inside stored values are found and renamed. */
import { describe, expect, it } from '@jest/globals';
import { getColumns } from '../../../common/entity/columns';
import { entities } from '../../../common/entities/index';
import { FIELD_REFERENCES, findUsedFields, renameInRow } from './fieldReferences';
import { renameInCards, renameInViewQuery } from './renameInValues';

/** Names of fields of the design itself: people change them in the designer, and the job stores the applied ones. */
const OF_THE_DESIGN = [
  'crud_design.merge_groups',
  'crud_design.owner_field',
  'crud_design.sort_field',
  'crud_design.title_field',
  'crud_design.tree_field',
  'crud_design_field.former_names',
  'crud_design_field.locked_when',
  'crud_design_field.other_options',
  'crud_design_field.transitions',
];
/** Names as they were when the row was written. */
const OF_THEIR_TIME = [
  'admin_log.data',
  'crud_record.fields',
  'crud_record.table',
  'job.input',
  'job.state',
  'module.parts',
  'recycle_log.data',
  'sensitive_log.data_field',
  'pending_change.field',
];
/** Lists and JSON without names of fields of other entities. */
const WITHOUT_NAMES = [
  'admin_group.rules',
  'api_definition.params',
  'api_token.scopes',
  'app.api_groups',
  'comment.mentions',
  'config.value',
  'crud_design.sheet',
  'crud_design_field.choices',
  'crud_design_field.operators',
  'crud_record.field_count',
  'data_import.headings',
  'data_import.options',
  'home_block.contents',
  'home_block.contents_en',
  'home_block.titles',
  'home_block.titles_en',
  'job.steps',
  'module.entities',
  'module.permissions',
  'module.requires',
  'module.withdrawn',
  'notice.items',
  'notice.params',
  'pending_change.after',
  'pending_change.before',
  'product.labels',
  'product.labels_en',
  'reconciliation.findings',
  'security_event.detail',
  'sensitive_log.after',
  'sensitive_log.before',
  'site_template.form_data',
  'terminal_task.args',
  'user_group.rules',
  'webhook.events',
];
/** Kinds whose values can contain names of fields. */
const STRUCTURED_KINDS: ReadonlySet<string> = new Set(['json', 'array']);

const rename = (name: string) => ({ note: 'remark', count: 'sum' })[name] ?? name;
const find = (entity: string) => {
  const reference = FIELD_REFERENCES.find((candidate) => candidate.entity.name === entity);
  if (reference === undefined) throw new Error(`no reference of ${entity}`);
  return reference;
};

describe('the table of stored field names', () => {
  it('lists every column with lists, JSON or field names that can contain names of fields', () => {
    const columns = Object.values(entities).flatMap((entity) =>
      [...getColumns(entity).values()]
        .filter(({ kind, name }) => STRUCTURED_KINDS.has(kind) || /(?:^|_)fields?(?:_|$)/.test(name))
        .map(({ name }) => `${entity.name}.${name}`),
    );
    const listed = FIELD_REFERENCES.flatMap(({ entity, columns: names }) =>
      names.map((name) => `${entity.name}.${name}`),
    );
    expect(columns.sort()).toEqual([...listed, ...OF_THE_DESIGN, ...OF_THEIR_TIME, ...WITHOUT_NAMES].sort());
  });
});

describe('names of fields in stored values', () => {
  it('are renamed in cards of the entity only, in measures and in filters of any depth', () => {
    const when = { all: [{ some: [{ field: 'note', op: '=', value: 'note' }] }, { field: 'id', op: '>', value: 1 }] };
    const cards = [
      { id: 'a', e: 'complaint', add: 'count', by: 'note', at: 'create_time', also: 'count', title: 'note', when },
      { id: 'b', e: 'news', by: 'note' },
      { id: 'c', kind: 'online' },
    ];
    expect(renameInCards(cards, 'complaint', rename)).toEqual([
      {
        ...{ id: 'a', e: 'complaint', add: 'sum', by: 'remark', at: 'create_time', also: 'sum', title: 'note' },
        when: { all: [{ some: [{ field: 'remark', op: '=', value: 'note' }] }, { field: 'id', op: '>', value: 1 }] },
      },
      cards[1],
      cards[2],
    ]);
  });

  it('are renamed in columns, sort keys and filters of a view, and nowhere else', () => {
    const query = 'q=note&cols=id,note&sort=-count,note&note=count&f.note=x&any2.count=1&page=2';
    expect(Object.fromEntries(new URLSearchParams(renameInViewQuery(query, rename)))).toEqual({
      q: 'note',
      cols: 'id,remark',
      sort: '-sum,remark',
      'f.remark': 'x',
      'any2.sum': '1',
      page: '2',
    });
  });

  it('are found in the rows that use them; other rows stay unchanged', () => {
    const rule = { id: 1, data_table: 'complaint', data_fields: ['subject', 'note'] };
    expect(renameInRow(find('sensitive_rule'), rule, 'complaint', rename)).toEqual({
      data_fields: ['subject', 'remark'],
    });
    expect(
      renameInRow(find('sensitive_rule'), { ...rule, data_fields: ['subject'] }, 'complaint', rename),
    ).toBeUndefined();
    const fields = new Set(['note', 'other']);
    expect(findUsedFields(find('sensitive_rule'), rule, 'complaint', fields)).toEqual(['note']);
    expect(findUsedFields(find('threshold'), { figure: { e: 'news', by: 'note' } }, 'complaint', fields)).toEqual([]);
    expect(findUsedFields(find('threshold'), { figure: { e: 'complaint', by: 'note' } }, 'complaint', fields)).toEqual([
      'note',
    ]);
  });
});
