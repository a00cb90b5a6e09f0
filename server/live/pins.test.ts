/** LAW: whoever has something to tell of a change is among those it concerns. And few others are: a change costs the same however many members watch their own rows. */
import { describe, expect, it } from '@jest/globals';
import type { AnyEntity } from '../../common/entity/entity';
import { EVERYTHING, type Filter } from '../../common/entity/filter';
import type { StoredRow } from '../../common/entity/meta';
import { registryOf } from '../../common/entity/registry';
import { samples } from '../../config/jest/tools';
import { madeActors, madeEntity, madeSpec } from '../testing/liveWorld';
import { createRandom, seedOf, type Random } from '../testing/random';
import { changeFor, compact } from './delta';
import type { LoggedChange } from './log';
import { pinOf } from './pins';
import { judgeSpec, type Blueprint } from './spec';
import { createTopics } from './topics';

const ENT = 'made';
const ROUNDS = samples(60, 2_000);

function changeOf(before: StoredRow | null, after: StoredRow | null): LoggedChange {
  const op = before === null ? 'c' : after === null ? 'd' : 'u';
  const who = { actor: 'admin:1', actor_name: 'Ann', mid: null, cid: '' };
  return { ...who, seq: 1, txn: 1, ent: ENT, eid: 7, ver: 2, at: 0, op, img: after, prev: before };
}
const concernedBy = (topics: ReturnType<typeof createTopics>, change: LoggedChange): readonly string[] => {
  topics.touch(change, 0);
  return [...topics.dirty()].map(({ name }) => name);
};

function madeRow(random: Random, entity: AnyEntity): StoredRow {
  const some = Object.keys(entity.spec.fields).map((field) => [field, random.chance(0.2) ? null : random.below(4)]);
  return { ...Object.fromEntries(some), id: 7, delete_time: random.chance(0.8) ? null : 5, revision: 1 };
}

/** Every kind of reader with every kind of list, and the rows by themselves. */
function madeTopics(random: Random, entity: AnyEntity): readonly Blueprint[] {
  const registry = registryOf({ [ENT]: entity });
  const actors = [...madeActors([ENT])];
  return Array.from({ length: 40 }, () => {
    const [principal, actor] = random.pick(actors);
    const realm = principal.startsWith('admin') ? 'admin' : 'member';
    return judgeSpec(registry, { realm, actor }, madeSpec(random, entity, principal === 'admin:3'));
  }).filter((one): one is Blueprint => !('ok' in one));
}

describe('what a change concerns', () => {
  const seed = seedOf();
  it(`leaves out nobody who has something to tell (seed ${seed})`, () => {
    const random = createRandom(seed);
    let told = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const entity = madeEntity(random, ENT);
      const blueprints = madeTopics(random, entity);
      const before = random.chance(0.2) ? null : madeRow(random, entity);
      const after = before !== null && random.chance(0.2) ? null : madeRow(random, entity);
      const change = changeOf(before, after);
      const topics = createTopics();
      for (const one of blueprints) topics.join(one);
      const concerned = new Set(concernedBy(topics, change));
      const missed = compact([change]).get(7);
      const tellers = blueprints.filter((one) => missed && (one.id ?? 7) === 7 && changeFor(one, missed));
      told += tellers.length;
      expect(tellers.filter(({ name }) => !concerned.has(name))).toEqual([]);
    }
    expect(told).toBeGreaterThan(ROUNDS);
  });

  it('is one owner among thousands, and two when a row changes hands', () => {
    const entity = madeEntity(createRandom(1), ENT);
    const topics = createTopics();
    const [, actor] = [...madeActors([ENT])][0] ?? [];
    if (actor === undefined) throw new Error('nobody');
    const reader = { realm: 'admin', actor } as const;
    const join = (where: Filter) => {
      const one = judgeSpec(registryOf({ [ENT]: entity }), reader, { k: 'list', e: ENT, where, sort: [] });
      if ('ok' in one) throw new Error('refused');
      return topics.join(one);
    };
    const owners = Array.from({ length: 3_000 }, (_, at) => join({ field: 'member_id', op: '=', value: at }));
    const row = { id: 7, member_id: 5, delete_time: null };
    expect(concernedBy(topics, changeOf(row, { ...row, title: 'New' }))).toEqual([owners[5]?.name]);
    for (const topic of [...topics.dirty()]) topics.clean(topic);
    expect(new Set(concernedBy(topics, changeOf(row, { ...row, member_id: 8 })))).toEqual(
      new Set([owners[5]?.name, owners[8]?.name]),
    );
    for (const topic of owners) topics.leave(topic);
    expect(concernedBy(topics, changeOf(row, row))).toEqual([]);
  });
});

describe('pinOf', () => {
  const entity = madeEntity(createRandom(1), ENT);
  const equal = (field: string, value: number): Filter => ({ field, op: '=', value });
  it('prefers the row itself, looks into conjunctions, and never into alternatives', () => {
    expect(pinOf(entity, { all: [equal('status', 1), { all: [equal('id', 4)] }] })).toEqual({ column: 'id', value: 4 });
    expect(pinOf(entity, { all: [EVERYTHING, equal('status', 1)] })).toEqual({ column: 'status', value: 1 });
    expect(pinOf(entity, { some: [equal('member_id', 1), equal('status', 1)] })).toBeUndefined();
    expect(pinOf(entity, { field: 'member_id', op: '>', value: 1 })).toBeUndefined();
    expect(pinOf(entity, { field: 'member_id', op: '=', value: null })).toBeUndefined();
  });
});
