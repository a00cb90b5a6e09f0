/** Notices are news: read ones leave after a season, unread ones after a year, and open bells see them go. */
import type { Filter } from '../../../common/entity/filter';
import { LIMITS } from '../../../common/limits';
import type { Writer } from '../../engine/write/writer';
import type { RequestContext } from '../../context';

const READ_KEPT_S = 90 * 86_400;
const UNREAD_KEPT_S = 365 * 86_400;

const toldBefore = (time: number): Filter => ({ field: 'told_time', op: '<', value: time });

/** Removes what is old as the house itself, some hundred rows an act; answers how many went. */
export async function forgetNotices(house: RequestContext, writer: Writer): Promise<number> {
  const { services } = house;
  const entity = services.registry.get('notice');
  if (entity === undefined) return 0;
  const now = Math.floor(services.clock.now() / 1000);
  const isRead: Filter = { field: 'read_time', op: 'NOT NULL', value: null };
  const old: Filter = {
    some: [{ all: [isRead, toldBefore(now - READ_KEPT_S)] }, toldBefore(now - UNREAD_KEPT_S)],
  };
  let forgotten = 0;
  let found: number;
  do {
    found = await writer.inTransaction(house, async (_within, hook) => {
      const ids = (await hook.find('notice', old)).slice(0, LIMITS.bulk).map((row) => Number(row['id']));
      if (ids.length === 0) return 0;
      await hook.asSystem.remove(entity, ids);
      await hook.asSystem.purge(entity, ids);
      return ids.length;
    });
    forgotten += found;
  } while (found === LIMITS.bulk);
  return forgotten;
}
