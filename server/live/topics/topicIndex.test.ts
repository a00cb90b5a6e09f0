/**
 * INVARIANT: the index finds every topic that a change affects, and few others: a change costs the same for any number of members that
 * watch their own rows.
 */
import { describe, expect, it } from '@jest/globals';
import type { AnyEntity } from '../../../common/entity/entity';
import { MATCH_ALL, type Filter } from '../../../common/entity/filter';
import type { StoredRow } from '../../../common/entity/columns';
import { createRegistry } from '../../../common/entity/registry';
import { sampleSize } from '../../../config/jest/testEnvironment';
import { sampleActors, randomEntity, randomTopicSpec } from '../../testing/live/randomChanges';
import { createRandom, testSeed, type Random } from '../../testing/random';
import { projectChange, foldChanges } from './projectChange';
import type { LoggedChange } from '../log/changeLog';
import { chooseIndexKey } from './topicIndex';
import { resolveSpec, type ResolvedTopic } from './subscriptionSpec';
import { createTopicRegistry } from './topicRegistry';

const ENT = 'made';
const ROUNDS = sampleSize(60, 2_000);

function getChange(before: StoredRow | null, after: StoredRow | null): LoggedChange {
  const op = before === null ? 'c' : after === null ? 'd' : 'u';
  const who = { actor: 'admin:1', actorName: 'Ann', idempotencyKey: null, cid: '' };
  return {
    ...who,
    seq: 1,
    firstSeqOfTransaction: 1,
    entityName: ENT,
    rowId: 7,
    revision: 2,
    at: 0,
    op,
    image: after,
    previousValues: before,
  };
}
const candidatesBy = (topics: ReturnType<typeof createTopicRegistry>, change: LoggedChange): readonly string[] => {
  topics.markDirty(change, 0);
  return [...topics.dirtyTopics()].map(({ name }) => name);
};

function madeRow(random: Random, entity: AnyEntity): StoredRow {
  const some = Object.keys(entity.spec.fields).map((field) => [field, random.chance(0.2) ? null : random.below(4)]);
  return { ...Object.fromEntries(some), id: 7, delete_time: random.chance(0.8) ? null : 5, revision: 1 };
}

/** Every kind of subscriber with every kind of list, and single rows. */
function madeTopics(random: Random, entity: AnyEntity): readonly ResolvedTopic[] {
  const registry = createRegistry({ [ENT]: entity });
  const actors = [...sampleActors([ENT])];
  return Array.from({ length: 40 }, () => {
    const [principal, actor] = random.pick(actors);
    const realm = principal.startsWith('admin') ? 'admin' : 'member';
    return resolveSpec(registry, { realm, actor }, randomTopicSpec(random, entity, principal === 'admin:3'));
  }).filter((resolved): resolved is ResolvedTopic => !('ok' in resolved));
}

describe('topics of a change', () => {
  const seed = testSeed();
  it(`contain all affected ones (seed ${seed})`, () => {
    const random = createRandom(seed);
    let received = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const entity = randomEntity(random, ENT);
      const resolvedTopics = madeTopics(random, entity);
      const before = random.chance(0.2) ? null : madeRow(random, entity);
      const after = before !== null && random.chance(0.2) ? null : madeRow(random, entity);
      const change = getChange(before, after);
      const topics = createTopicRegistry();
      for (const topic of resolvedTopics) topics.join(topic);
      const candidates = new Set(candidatesBy(topics, change));
      const missed = foldChanges([change]).get(7);
      const expectedTopics = resolvedTopics.filter(
        (topic) => missed && (topic.id ?? 7) === 7 && projectChange(topic, missed),
      );
      received += expectedTopics.length;
      expect(expectedTopics.filter(({ name }) => !candidates.has(name))).toEqual([]);
    }
    expect(received).toBeGreaterThan(ROUNDS);
  });

  it('contain one owner of thousands, and two when the owner changes', () => {
    const entity = randomEntity(createRandom(1), ENT);
    const topics = createTopicRegistry();
    const [, actor] = [...sampleActors([ENT])][0] ?? [];
    if (actor === undefined) throw new Error('no actor');
    const reader = { realm: 'admin', actor } as const;
    const join = (where: Filter) => {
      const topic = resolveSpec(createRegistry({ [ENT]: entity }), reader, { k: 'list', e: ENT, where, sort: [] });
      if ('ok' in topic) throw new Error('refused');
      return topics.join(topic);
    };
    const owners = Array.from({ length: 3_000 }, (_, index) => join({ field: 'member_id', op: '=', value: index }));
    const row = { id: 7, member_id: 5, delete_time: null };
    expect(candidatesBy(topics, getChange(row, { ...row, title: 'New' }))).toEqual([owners[5]?.name]);
    for (const topic of [...topics.dirtyTopics()]) topics.markClean(topic);
    expect(new Set(candidatesBy(topics, getChange(row, { ...row, member_id: 8 })))).toEqual(
      new Set([owners[5]?.name, owners[8]?.name]),
    );
    for (const topic of owners) topics.leave(topic);
    expect(candidatesBy(topics, getChange(row, row))).toEqual([]);
  });
});

describe('chooseIndexKey', () => {
  const entity = randomEntity(createRandom(1), ENT);
  const equal = (field: string, value: number): Filter => ({ field, op: '=', value });
  it('prefers the row id, reads conjunctions, and ignores alternatives', () => {
    expect(chooseIndexKey(entity, { all: [equal('status', 1), { all: [equal('id', 4)] }] })).toEqual({
      column: 'id',
      value: 4,
    });
    expect(chooseIndexKey(entity, { all: [MATCH_ALL, equal('status', 1)] })).toEqual({ column: 'status', value: 1 });
    expect(chooseIndexKey(entity, { some: [equal('member_id', 1), equal('status', 1)] })).toBeUndefined();
    expect(chooseIndexKey(entity, { field: 'member_id', op: '>', value: 1 })).toBeUndefined();
    expect(chooseIndexKey(entity, { field: 'member_id', op: '=', value: null })).toBeUndefined();
  });
});
