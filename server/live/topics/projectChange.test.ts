/** Folding many changes of a row into one must be right for readers who know any of the states between. */
import { expect, it } from '@jest/globals';
import { newsCategory } from '../../../common/entities/newsCategory';
import { MATCH_ALL } from '../../../common/entity/filter';
import { registryOf } from '../../../common/entity/registry';
import { staffActor } from '../../testing/live/liveHarness';
import { projectChange, foldChanges } from './projectChange';
import { resolveSpec } from './subscriptionSpec';

const image = { id: 1, name: 'Here', weigh: 1, status: 1, delete_time: null, create_time: 0, update_time: 0 };
const renamed = (ver: number, from: string, to: string) => ({
  ...{ seq: ver, txn: ver, ent: 'news_category', eid: 1, ver, op: 'u' as const },
  ...{ actor: 'admin:1', actor_name: 'Ann', mid: null, cid: '', at: 0 },
  img: { ...image, name: to, revision: ver },
  prev: { name: from, revision: ver - 1 },
});

function viewOfRoot() {
  const reader = { realm: 'admin', actor: staffActor(1, [], { super: true }) } as const;
  const spec = { k: 'list', e: 'news_category', where: MATCH_ALL, sort: [] };
  const view = resolveSpec(registryOf({ news_category: newsCategory }), reader, spec);
  if ('ok' in view) throw new Error('refused');
  return view;
}

it('names who changed a row, and nobody where the house did it by itself', () => {
  const [byAnn] = foldChanges([renamed(2, 'Here', 'There')]).values();
  const [byHouse] = foldChanges([{ ...renamed(2, 'Here', 'There'), actor: 'system', actor_name: 'system' }]).values();
  expect(byAnn && projectChange(viewOfRoot(), byAnn)).toMatchObject({ by: { id: 'admin:1', name: 'Ann' } });
  expect(byHouse && projectChange(viewOfRoot(), byHouse)).not.toHaveProperty('by');
});

it('tells a value that went and came back, since whoever asked meanwhile holds what was between', () => {
  const missed = foldChanges([renamed(2, 'Here', 'There'), renamed(3, 'There', 'Here')]).get(1);
  const change = missed && projectChange(viewOfRoot(), missed);
  expect(change).toMatchObject({ op: 'u', v: 3, was: 1, set: { name: 'Here', revision: 3 } });
});
