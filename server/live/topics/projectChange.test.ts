/** Folding changes of a row must be correct for clients with any intermediate state. */
import { expect, it } from '@jest/globals';
import { newsCategory } from '../../../common/entities/newsCategory';
import { MATCH_ALL } from '../../../common/entity/filter';
import { createRegistry } from '../../../common/entity/registry';
import { createLiveStaffActor } from '../../testing/live/liveHarness';
import { projectChange, foldChanges } from './projectChange';
import { resolveSpec } from './subscriptionSpec';

const image = { id: 1, name: 'Here', weigh: 1, status: 1, delete_time: null, create_time: 0, update_time: 0 };
const renamed = (revision: number, from: string, to: string) => ({
  seq: revision,
  firstSeqOfTransaction: revision,
  entityName: 'news_category',
  rowId: 1,
  revision,
  op: 'u' as const,
  actor: 'admin:1',
  actorName: 'Ann',
  idempotencyKey: null,
  cid: '',
  at: 0,
  image: { ...image, name: to, revision },
  previousValues: { name: from, revision: revision - 1 },
});

function viewOfRoot() {
  const reader = { realm: 'admin', actor: createLiveStaffActor(1, [], { isSuper: true }) } as const;
  const spec = { k: 'list', e: 'news_category', where: MATCH_ALL, sort: [] };
  const view = resolveSpec(createRegistry({ news_category: newsCategory }), reader, spec);
  if ('ok' in view) throw new Error('refused');
  return view;
}

it('projectChange: names the author of a change, and none for the system', () => {
  const [byAnn] = foldChanges([renamed(2, 'Here', 'There')]).values();
  const [bySystem] = foldChanges([{ ...renamed(2, 'Here', 'There'), actor: 'system', actorName: 'system' }]).values();
  expect(byAnn && projectChange(viewOfRoot(), byAnn)).toMatchObject({ by: { id: 'admin:1', name: 'Ann' } });
  expect(bySystem && projectChange(viewOfRoot(), bySystem)).not.toHaveProperty('by');
});

it('contains a value that was changed back, since a client may have the intermediate one', () => {
  const missed = foldChanges([renamed(2, 'Here', 'There'), renamed(3, 'There', 'Here')]).get(1);
  const change = missed && projectChange(viewOfRoot(), missed);
  expect(change).toMatchObject({ op: 'u', v: 3, was: 1, set: { name: 'Here', revision: 3 } });
});
