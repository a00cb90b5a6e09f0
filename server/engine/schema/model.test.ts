/** Values of every type are stored and read back unchanged on both databases; only the write path may write. */
import { beforeAll, expect, it } from '@jest/globals';
import { defineEntity } from '../../../common/entity/entity';
import * as make from '../../../common/entity/field';
import { createRegistry } from '../../../common/entity/registry';
import type { StoredRow } from '../../../common/entity/columns';
import type { Db } from '../../context';
import { describeOnEachDatabase } from '../../testing/database/testDatabase';
import {
  createModels,
  decodeRow,
  encodeRow,
  selectList,
  violatedUniqueField,
  writeOptions,
  type Models,
} from './model';

const fields = {
  name: make.text({ required: true, max: 40, unique: true, search: true }),
  long: make.text({ max: 5000 }),
  html: make.richText(),
  count: make.integer(),
  ratio: make.float(),
  price: make.money({ default: '1.50' }),
  day: make.date(),
  at: make.datetime(),
  clock: make.time(),
  grown: make.year(),
  open: make.onOffSwitch({ default: 1 }),
  state: make.onOff(),
  tags: make.choices({ a: 1, b: 2 }, { default: ['a'] }),
  parent: make.ref('sample'),
  others: make.refs('sample'),
  place: make.city(),
  picture: make.image(),
  kept: make.image({ by: 'id' }),
  anything: make.json(),
  order: make.keyValues(),
};
const labels = {
  $one: 'Sample',
  $many: 'Samples',
  ...Object.fromEntries(Object.keys(fields).map((name) => [name, name])),
};
const sample = defineEntity('sample', {
  menu: 'content',
  icon: 'category',
  sensitivity: 'public',
  fields,
  title: 'name',
  list: { columns: ['id', 'name'], sort: '-weigh' },
  form: ['name'],
  access: { staff: 'crud' },
  tree: 'parent',
  // labels are tested elsewhere; this entity only tries out its fields
  labels: { en: labels, 'zh-cn': labels } as never,
});
const registry = createRegistry({ sample });

describeOnEachDatabase('models', (database) => {
  let db: Db;
  let models: Models;
  beforeAll(async () => {
    db = await database.open(registry);
    models = createModels(db);
  });

  const full: StoredRow = {
    create_time: 1,
    update_time: 2,
    delete_time: null,
    revision: 1,
    weigh: 5,
    name: '  ＡＢＣ é😀',
    long: 'x'.repeat(5000),
    html: '<p>"\'\\</p>',
    count: -(2 ** 53 - 1),
    ratio: 0.1,
    price: 123456789012,
    day: '2026-02-28',
    at: 4102444800,
    clock: '23:59:59',
    grown: 2026,
    open: 0,
    state: 1,
    tags: [2, 1],
    parent: null,
    others: [1, 2],
    place: ['110000', '110100'],
    picture: '/a.png',
    kept: 7,
    anything: { a: [null, true, 'ü', { b: 1.5 }] },
    order: { k: 'v' },
  };
  const insert = (row: StoredRow) =>
    db.transact(async (tx) =>
      Number((await models.model(sample).create(encodeRow(sample, row), writeOptions(tx))).get('id')),
    );
  const read = async (id: number) => {
    const [raw] = await db.rows<object>(`SELECT ${selectList(sample)} FROM sample WHERE id = ?`, [id]);
    return raw ? decodeRow(sample, raw) : undefined;
  };

  it('store values of every type', async () => {
    const id = await insert(full);
    expect(await read(id)).toEqual({ ...full, id });
    const [raw] = await db.rows<object>('SELECT name_n, live FROM sample WHERE id = ?', [id]);
    expect(raw).toMatchObject({ name_n: 'abc é😀', live: 0 });
  });

  it('fill in the defaults of missing values', async () => {
    const id = await insert({ create_time: 1, update_time: 1, name: 'bare' });
    expect(await read(id)).toMatchObject({
      price: 150,
      open: 1,
      state: 1,
      tags: [1],
      revision: 1,
      weigh: 0,
      long: null,
      others: null,
    });
  });

  it('violatedUniqueField: names the field whose value is taken, until its row is deleted', async () => {
    const row = { create_time: 1, update_time: 1, name: 'Taken' };
    const id = await insert(row);
    const error: unknown = await insert({ ...row, name: ' tAKEN' }).catch((caught: unknown) => caught);
    expect(violatedUniqueField(sample, error)).toBe('name');
    await db.transact((tx) =>
      models.model(sample).update(encodeRow(sample, { id, delete_time: 9 }), { where: { id }, ...writeOptions(tx) }),
    );
    expect(await insert(row)).toBeGreaterThan(id);
  });

  it('encodeRow: refuses a number it would have to round, and a deleted row without its id', () => {
    expect(() => encodeRow(sample, { count: 2 ** 53 })).toThrow();
    expect(() => encodeRow(sample, { delete_time: 5 })).toThrow();
  });

  it('refuse every write without the options of the write path', async () => {
    const model = models.model(sample);
    const row = { name: 'no', create_time: 1, update_time: 1 };
    const where = { where: { id: 1 } };
    const writes: (() => unknown)[] = [
      () => model.create(row),
      () => model.bulkCreate([row]),
      () => model.update({ name: 'no' }, where),
      () => model.destroy(where),
      () => model.upsert({ ...row, id: 1 }),
      () => model.increment('weigh', where),
      () => model.truncate(),
    ];
    for (const write of writes) await expect((async () => await write())()).rejects.toThrow('write path');
  });

  it('transact: refuses a nested transaction', async () => {
    await expect(db.transact(() => db.transact(() => Promise.resolve()))).rejects.toThrow('nested transaction');
    await expect(db.transact(() => Promise.resolve(1))).resolves.toBe(1);
  });
});
