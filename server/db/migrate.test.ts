/** The migrations produce the schema of the definitions on both databases, and no data is lost. */
import { describe, expect, it } from '@jest/globals';
import { entities } from '../../common/entities/index';
import { defineEntity } from '../../common/entity/entity';
import { integer, ref, text } from '../../common/entity/field';
import { createRegistry, type Registry } from '../../common/entity/registry';
import { encodeRow } from '../engine/schema/model';
import type { Db } from '../context';
import { systemClock } from '../platform/systemClock';
import { createLog } from '../platform/log';
import { describeOnEachDatabase } from '../testing/database/testDatabase';
import { sortSchema, introspectSchema } from './schema/introspect';
import { nextMigration } from './makeMigration';
import { migrate, targetSchema, type Migration } from './migrate';
import { migrations } from './migrations/table';

const log = createLog({ level: 'silent' });
const registry = createRegistry(entities);
const run = (db: Db, entityList: Registry, list: readonly Migration[], production = false) =>
  migrate({
    db,
    registry: entityList,
    migrations: list,
    log,
    clock: systemClock,
    production,
    keys: () => ['a secret of the tests'],
  });
/** Drivers return rows with different prototypes. */
const withPlainPrototype = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const words = { $one: 'Toy', $many: 'Toys', name: 'Name', size: 'Size', maker: 'Maker', note: 'Note' };
const frame = {
  menu: 'content',
  icon: 'category',
  sensitivity: 'public',
  title: 'name',
  access: { staff: 'crud' },
} as const;
const toyOne = defineEntity('toy', {
  ...frame,
  fields: { name: text({ required: true, max: 30 }), size: text(), maker: integer(), note: text() },
  list: { columns: ['id'] },
  form: ['name'],
  labels: { en: words, 'zh-cn': words },
});
const toyTwo = defineEntity('toy', {
  ...frame,
  fields: {
    name: text({ required: true, max: 60, unique: true, search: true }),
    size: integer({ default: 3 }),
    maker: ref('toy'),
    price: integer({ required: true }),
  },
  list: { columns: ['id'], sort: 'price' },
  form: ['name'],
  labels: { en: { ...words, price: 'Price' }, 'zh-cn': { ...words, price: 'Price' } },
});
const before = createRegistry({ toyOne });
const after = createRegistry({ toyTwo });

async function fillToys(db: Db): Promise<void> {
  const { name_n: _later, ...one } = encodeRow(toyOne, {
    name: 'Ｂear',
    size: '12',
    maker: 7,
    note: 'kept?',
    create_time: 1,
    update_time: 1,
  });
  const two = { ...one, name: 'Ärger', size: null, note: null };
  await db.transact(async (tx) => {
    for (const row of [one, two, { ...one, name: 'gone' }]) {
      const names = Object.keys(row).map((name) => `\`${name}\``);
      await tx.run(`INSERT INTO toy (${names.join()}) VALUES (${names.map(() => '?').join()})`, Object.values(row));
    }
    await tx.run('DELETE FROM toy WHERE id = 3');
  });
}

describeOnEachDatabase('migrations', (database) => {
  it('migrate: migrations produce the schema of the definitions, also in production', async () => {
    const db = await database.openBare();
    await run(db, registry, migrations, true);
    expect(withPlainPrototype(await introspectSchema(db, db.dialect))).toEqual(
      withPlainPrototype(sortSchema(targetSchema(registry))),
    );
  });

  it('migrate: a second run changes nothing, on two nodes at once', async () => {
    const [one, two] = [await database.openBare(), await database.openBare()];
    const epoch = await one.rows('SELECT epoch FROM change_head');
    await Promise.all([run(one, registry, migrations), run(two, registry, migrations)]);
    expect(await two.rows('SELECT epoch FROM change_head')).toEqual(epoch);
  });

  it('migrate: append-only tables refuse updates and deletes', async () => {
    const db = await database.openBare();
    const columns = '(seq, cid, ent, eid, revision, op, actor, actor_name, channel, ip, `at`, diff)';
    await db.transact((tx) =>
      tx.run(`INSERT INTO record_history ${columns} VALUES (1, 'c', 'e', 1, 1, 'c', 'a', 'a', 'ui', '', ?, '{}')`, [
        Date.now(),
      ]),
    );
    await expect(db.transact((tx) => tx.run('UPDATE record_history SET eid = 2'))).rejects.toThrow('append-only');
    await expect(db.transact((tx) => tx.run('DELETE FROM record_history'))).rejects.toThrow('append-only');
  });
});

describeOnEachDatabase('a changed definition', (database) => {
  it('migrate: production refuses a schema difference and says how to fix it', async () => {
    const db = await database.openBare();
    await run(db, before, []);
    await fillToys(db);
    await expect(run(db, after, [], true)).rejects.toThrow(/change toy\.name, toy\.size[\s\S]*migrate:make/);
  });

  it('migrate: development applies a difference and keeps every row, number and order', async () => {
    const db = await database.openBare();
    await run(db, after, []);
    const rows = await db.rows(
      'SELECT id, name, name_n, size, maker, price, note, revision, live FROM toy ORDER BY id',
    );
    expect(withPlainPrototype(rows)).toEqual([
      { id: 1, name: 'Ｂear', name_n: 'bear', size: 12, maker: 7, price: 0, note: 'kept?', revision: 1, live: 0 },
      { id: 2, name: 'Ärger', name_n: 'ärger', size: 3, maker: 7, price: 0, note: null, revision: 1, live: 0 },
    ]);
    const { insertId } = await db.transact((tx) =>
      tx.run("INSERT INTO toy (name, create_time, update_time) VALUES ('x', 1, 1)"),
    );
    expect(insertId).toBe(4);
    const same = db.transact((tx) =>
      tx.run("INSERT INTO toy (name, name_n, create_time, update_time) VALUES ('B', 'bear', 1, 1)"),
    );
    await expect(same).rejects.toThrow();
  });

  it('migrate: continues a generated migration after a crash', async () => {
    const first = await nextMigration('toys', before, []);
    if (!first) throw new Error('expected a migration');
    const second = await nextMigration('change_toys', after, [first]);
    if (!second) throw new Error('expected a migration');
    expect(second.id).toBe('0002_change_toys');
    expect(await nextMigration('again', after, [first, second])).toBeUndefined();
    const db = await database.openBare();
    const broken = { ...second, [db.dialect]: [...second[db.dialect].slice(0, 2), 'SELECT * FROM crash'] };
    await expect(run(db, after, [first, broken])).rejects.toThrow();
    await run(db, after, [first, second]);
    expect(withPlainPrototype(await introspectSchema(db, db.dialect))).toEqual(
      withPlainPrototype(sortSchema(targetSchema(after))),
    );
    expect(await db.rows('SELECT id FROM toy')).toHaveLength(3);
  });
});

describe('the migrations in the repository', () => {
  it('are complete: `npm run migrate:make` has nothing to write', async () => {
    expect((await nextMigration('missing', registry, migrations))?.steps).toBeUndefined();
  });
});
