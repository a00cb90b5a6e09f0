/** Random edits, deletions and undos of two people against a small model. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sampleSize } from '../../../config/jest/testEnvironment';
import type { UndoResult } from '../../../common/protocol/history';
import { limitedAdmin, type Caller } from '../../testing/callers';
import { createRandom, testSeed, type Random } from '../../testing/random';
import { sampleDialects } from '../../testing/sampleDialects';
import { startTestServer, type TestServer } from '../../testing/testServer';

const NODES = ['index', 'add', 'edit', 'del', 'restore'].map((verb) => `news/${verb}`);
const FIELDS = ['title', 'description'] as const;
type Field = (typeof FIELDS)[number];
type Values = Readonly<Partial<Record<Field, string | null>>>;

interface Row {
  alive: boolean;
  values: Record<Field, string | null>;
  /** The author of each revision, in order. */
  readonly writers: number[];
}
interface Step {
  readonly id: number;
  readonly way: 'created' | 'deleted' | 'updated';
  readonly before: Values;
  readonly after: Values;
  /** Number of revisions after this step. */
  readonly at: number;
}

/** The expected behavior of the server. */
class Model {
  readonly rows = new Map<number, Row>();
  readonly sets = new Map<string, Step>();
  /** Ids of undone change-sets by the change-set that undid them. */
  readonly undone = new Map<string, string>();

  row(id: number): Row {
    const row = this.rows.get(id);
    if (!row) throw new Error(`no row ${id}`);
    return row;
  }
  note(cid: string, who: number, step: Omit<Step, 'at'>): void {
    const row = this.row(step.id);
    row.writers.push(who);
    if (step.way === 'updated') Object.assign(row.values, step.after);
    else row.alive = step.way === 'created';
    this.sets.set(cid, { ...step, at: row.writers.length });
  }
  /** The expected outcome of an undo by a person. */
  judge(cid: string, who: number): 'again' | 'left' | 'same' | Omit<Step, 'at'> {
    const step = this.sets.get(cid);
    if (!step) throw new Error(`no change-set ${cid}`);
    if (this.undone.has(cid)) return 'again';
    const { id, way: effect, before, after, at } = step;
    const row = this.row(id);
    if (effect !== 'updated') {
      if (row.writers.slice(at).some((writer) => writer !== who)) return 'left';
      if (row.alive !== (effect === 'created')) return 'same';
      return { id, way: effect === 'created' ? 'deleted' : 'created', before: {}, after: {} };
    }
    if (!row.alive) return 'left';
    const changed = FIELDS.filter((field) => field in after);
    if (changed.some((field) => row.values[field] !== after[field] && row.values[field] !== before[field]))
      return 'left';
    const restoredFields = changed.filter((field) => row.values[field] !== before[field]);
    const only = (values: Values): Values =>
      Object.fromEntries(restoredFields.map((field) => [field, values[field] ?? null]));
    return restoredFields.length === 0 ? 'same' : { id, way: effect, before: only(after), after: only(before) };
  }
  took(cid: string, by: string): void {
    for (const [other, own] of this.undone) if (own === cid) this.undone.delete(other);
    this.undone.set(cid, by);
  }
}

describe.each(sampleDialects())('undo against a model on %s', (database) => {
  let testServer: TestServer;
  let staff: readonly Caller[];
  beforeAll(async () => {
    testServer = await startTestServer({ database });
    staff = [await limitedAdmin(testServer, NODES, 'all'), await limitedAdmin(testServer, NODES, 'all')];
  });
  afterAll(() => testServer.close());

  const call = async (who: number, path: string, body: Readonly<Record<string, unknown>>) => {
    const response = await staff[who]?.post(`/admin/${path}`, body);
    if (!response) throw new Error('expected a person');
    return response;
  };

  async function write(model: Model, random: Random, fresh: () => string): Promise<void> {
    const who = random.below(2);
    const living = [...model.rows].filter(([, { alive }]) => alive).map(([id]) => id);
    if (living.length === 0 || (model.rows.size < 4 && random.chance(0.3))) {
      const title = fresh();
      const { data } = await call(who, 'news/add', { title, content: '<p>x</p>' });
      model.rows.set(data.id, { alive: true, values: { title, description: null }, writers: [] });
      model.note(data.cid, who, { id: data.id, way: 'created', before: {}, after: {} });
      return;
    }
    const id = random.pick(living);
    if (random.chance(0.15)) {
      const { data } = await call(who, 'news/del', { ids: [id] });
      model.note(data.cid, who, { id, way: 'deleted', before: {}, after: {} });
      return;
    }
    const names = FIELDS.filter(() => random.chance(0.5));
    const after: Values = Object.fromEntries((names.length > 0 ? names : ['title']).map((name) => [name, fresh()]));
    const before = Object.fromEntries(Object.keys(after).map((name) => [name, model.row(id).values[name as Field]]));
    const { data } = await call(who, 'news/edit', { id, ...after });
    model.note(data.cid, who, { id, way: 'updated', before, after });
  }

  async function undo(model: Model, random: Random): Promise<void> {
    const cids = [...model.sets.keys()];
    if (cids.length === 0) return;
    const [who, cid] = [random.below(2), random.pick(cids)];
    const should = model.judge(cid, who);
    const { code, data } = await call(who, 'history/undo', { cid });
    if (should === 'again') {
      expect(code).toBe(0);
      return;
    }
    const { undone, left, cid: own } = data as UndoResult & { readonly cid: string };
    const id = model.sets.get(cid)?.id;
    expect([code, undone, left.map((row) => row.id)]).toEqual([
      1,
      typeof should === 'object' ? 1 : 0,
      should === 'left' ? [id] : [],
    ]);
    if (typeof should !== 'object') return;
    model.note(own, who, should);
    model.took(cid, own);
  }

  it('equals the model after every step', async () => {
    const seed = testSeed();
    const random = createRandom(seed);
    let count = 0;
    for (let round = 0; round < sampleSize(4, 300); round += 1) {
      const model = new Model();
      for (let step = 0; step < 30; step += 1) {
        if (random.chance(0.5)) await write(model, random, () => `said ${(count += 1)}`);
        else await undo(model, random);
      }
      for (const [id, { alive, values }] of model.rows) {
        const [row] = await testServer.services.db.rows<Values & { delete_time: number | null }>(
          'SELECT title, description, delete_time FROM news WHERE id = ?',
          [id],
        );
        const { delete_time: deleted, ...is } = row ?? { delete_time: null };
        expect([`seed ${seed}`, deleted === null, is]).toEqual([`seed ${seed}`, alive, values]);
      }
    }
  });
});
