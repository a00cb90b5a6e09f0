/** The options of a field about lists and forms: what callers may ask for, and which values are refused. */
import { describe, expect, it } from '@jest/globals';
import { printEntity } from '../../definition/printEntity';
import { parseEntity, serializeEntity } from '../../definition/parseEntity';
import { translateIssue } from '../../locales/translate';
import { compileFilter } from '../../query/compileFilter';
import { parseQuery } from '../../query/listQuery';
import { getColumns } from '../columns';
import { defineEntity } from '../entity';
import { choice, datetime, float, integer, ref, text } from '../field';
import { validate } from '../validate';

const labels = {
  $one: 'Parcel',
  $many: 'Parcels',
  name: 'Name',
  weight: 'Grams',
  sent: 'Sent',
  owner_id: 'Owner',
  ...({ state: ['State', { packed: 'Packed', gone: 'Gone' }], count: 'Count' } as const),
};
const parcel = defineEntity('parcel', {
  menu: 'developer',
  icon: 'category',
  sensitivity: 'internal',
  fields: {
    name: text({ required: true, max: 20, pattern: 'slug', operators: ['='], display: 'tag', width: 90 }),
    weight: float({ decimals: 2, step: 0.5, max: 90, sortable: false }),
    count: integer({ operators: [] }),
    sent: datetime({ operators: ['='], display: 'minute', formerNames: ['posted'] }),
    state: choice({ packed: 1, gone: 2 }, { operators: ['IN'], display: 'plain' }),
    owner_id: ref('admin', { operators: [], targetFields: ['email'] }),
  },
  title: 'name',
  list: { columns: ['id', 'name', 'weight', 'sent', 'state', 'owner_id'] },
  form: ['name', 'weight', 'count', 'sent', 'state', 'owner_id'],
  access: { staff: 'crud' },
  owner: 'owner_id',
  labels: {
    en: { ...labels, $invalid: { name: 'Write it like parcel-12' } },
    'zh-cn': {
      $one: '包裹',
      $many: '包裹',
      name: '名称',
      weight: '重量',
      sent: '寄出',
      owner_id: '负责人',
      count: '数量',
      state: ['状态', { packed: '已打包', gone: '已寄出' }],
      $invalid: { name: '请写成 parcel-12 的形式' },
    },
  },
});
const columns = [...getColumns(parcel).values()];
const getIssues = (query: Readonly<Record<string, unknown>>) => {
  const parsed = parseQuery(parcel, query, columns);
  return 'issues' in parsed ? parsed.issues.map(({ path, code }) => `${path} ${code}`) : [];
};
const filter = (field: string, operator: string, val: unknown) => getIssues({ search: [{ field, operator, val }] });

describe('the operators of a field', () => {
  it('are the only ones that a list accepts', () => {
    expect(filter('name', '=', 'a')).toEqual([]);
    expect(filter('name', 'LIKE', 'a')).toEqual(['search.0.operator unknown_operator']);
    expect(filter('state', 'IN', [1])).toEqual([]);
    expect(filter('state', '<>', 1)).toEqual(['search.0.operator unknown_operator']);
    expect(filter('count', '=', 1)).toEqual(['search.0.operator unknown_operator']);
    expect(filter('count', 'NULL', '')).toEqual(['search.0.operator unknown_operator']);
  });
  it('include the range of a day where a moment may equal it', () => {
    expect(filter('sent', 'RANGE', '1,2')).toEqual([]);
    expect(filter('sent', 'NOT RANGE', '1,2')).toEqual(['search.0.operator unknown_operator']);
  });
  it('never hide the rows of a record: a reference may always be compared with an id', () => {
    expect(filter('owner_id', '=', 3)).toEqual([]);
    expect(filter('owner_id', 'IN', [3])).toEqual(['search.0.operator unknown_operator']);
  });
  it('do not limit the clauses of access and the scopes of admins', () => {
    const isInScope = compileFilter(parcel, { field: 'owner_id', op: 'IN', value: [3] });
    expect([isInScope({ owner_id: 3 }), isInScope({ owner_id: 4 })]).toEqual([true, false]);
  });
  it('hold for the initial values of pickers too', () => {
    expect(getIssues({ initKey: 'count', initValue: '4' })).toEqual(['initKey unknown_field']);
  });
});

describe('a field that is not sortable', () => {
  it('is refused in an order', () => {
    expect(getIssues({ order: 'weight,desc' })).toEqual(['order unsortable']);
    expect(getIssues({ order: 'name,desc' })).toEqual([]);
  });
});

describe('the rules of a value', () => {
  const issues = (input: object) => validate(parcel, input, { mode: 'update', columns }).issues;
  it('refuses more decimal places than the field has', () => {
    expect(issues({ weight: '1.25' })).toEqual([]);
    expect(issues({ weight: 1.255 })).toEqual([{ path: 'weight', code: 'decimals', params: { max: 2 } }]);
  });
  it('uses the message of the definition in the language of the reader', () => {
    const [issue] = issues({ name: 'No Slug' });
    expect(issue?.code).toBe('slug');
    expect(issue && translateIssue('en', issue)).toBe('Write it like parcel-12');
    expect(issue && translateIssue('zh-cn', issue)).toBe('请写成 parcel-12 的形式');
    const [empty] = issues({ name: '' });
    expect(empty && translateIssue('en', empty)).not.toBe('Write it like parcel-12');
  });
});

describe('a definition with these options', () => {
  it('is parsed again as it was stored', () => {
    expect(parseEntity(serializeEntity(parcel))).toEqual({ entity: parcel });
  });
  it('is printed with them', () => {
    const code = printEntity(parcel);
    expect(code).toContain('weight: float({ decimals: 2, step: 0.5, max: 90, sortable: false })');
    expect(code).toContain("ref('admin', { operators: [], targetFields: ['email'] })");
  });
});
