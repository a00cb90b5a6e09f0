/** Folding many changes of a row into one must be right for readers who know any of the states between. */
import { expect, it } from '@jest/globals';
import { newsCategory } from '../../common/entities/newsCategory';
import { EVERYTHING } from '../../common/entity/filter';
import { registryOf } from '../../common/entity/registry';
import { staff } from '../testing/liveRig';
import { changeFor, compact } from './delta';
import { judgeSpec } from './spec';

const image = { id: 1, name: 'Here', weigh: 1, status: 1, delete_time: null, create_time: 0, update_time: 0 };
const renamed = (ver: number, from: string, to: string) => ({
  ...{ seq: ver, txn: ver, ent: 'news_category', eid: 1, ver, op: 'u' as const },
  ...{ actor: 'admin:1', actor_name: 'Ann', mid: null, cid: '', at: 0 },
  img: { ...image, name: to, revision: ver },
  prev: { name: from, revision: ver - 1 },
});

function viewOfRoot() {
  const reader = { realm: 'admin', actor: staff(1, [], { super: true }) } as const;
  const spec = { k: 'list', e: 'news_category', where: EVERYTHING, sort: [] };
  const view = judgeSpec(registryOf({ news_category: newsCategory }), reader, spec);
  if ('ok' in view) throw new Error('refused');
  return view;
}

it('names who changed a row, and nobody where the house did it by itself', () => {
  const [byAnn] = compact([renamed(2, 'Here', 'There')]).values();
  const [byHouse] = compact([{ ...renamed(2, 'Here', 'There'), actor: 'system', actor_name: 'system' }]).values();
  expect(byAnn && changeFor(viewOfRoot(), byAnn)).toMatchObject({ by: { id: 'admin:1', name: 'Ann' } });
  expect(byHouse && changeFor(viewOfRoot(), byHouse)).not.toHaveProperty('by');
});

it('tells a value that went and came back, since whoever asked meanwhile holds what was between', () => {
  const missed = compact([renamed(2, 'Here', 'There'), renamed(3, 'There', 'Here')]).get(1);
  const change = missed && changeFor(viewOfRoot(), missed);
  expect(change).toMatchObject({ op: 'u', v: 3, was: 1, set: { name: 'Here', revision: 3 } });
});
