/** A wall shows no more than both its owner and the admin who arranged its cards may see, at every moment. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { columnsOf } from '../../../common/entity/meta';
import { printQuery } from '../../../common/entity/query';
import { newestRows, type Card } from '../../../common/live/cards';
import { ask, limitedAdmin, superAdmin, type Caller } from '../../testing/actors';
import { connectClient } from '../../testing/liveClient';
import { databases, startWorld, type World } from '../../testing/world';

const latest = (e: string): Card => ({ id: `new_${e}`, kind: 'latest', e, count: 5, w: 6, h: 4 });
const SECRET = ['admin', 'admin_log', 'config', 'message', 'user'];
const NODES = ['board/index', 'board/add', 'board/edit', 'lead/index'];

describe.each(databases())('the rights of a wall on %s', (database) => {
  let world: World;
  let root: Caller;
  let low: Caller;
  beforeAll(async () => {
    world = await startWorld({ database });
    root = await superAdmin(world);
    low = await limitedAdmin(world, NODES);
  });
  afterAll(() => world.end());

  const boardOf = async (who: Caller, e: string): Promise<number> => {
    const made = await who.post('/admin/board/add', { title: `Hall ${e}`, cards: [latest(e)] });
    expect(made.code).toBe(1);
    return made.data.row.id;
  };
  const wallOf = async (board: number | null): Promise<string> => {
    const end = Math.floor(world.services.clock.now() / 1000) + 86_400;
    const made = await root.post('/admin/wall_screen/add', { name: 'Hall', board_id: board, expire_time: end });
    return (await root.post('/admin/wall_screen/show', { id: made.data.row.id })).data.token;
  };
  const newest = (e: string): string => {
    const entity = world.services.registry.get(e);
    const params = new URLSearchParams();
    const columns = entity ? [...columnsOf(entity).values()] : [];
    for (const [name, value] of Object.entries(printQuery(columns, newestRows(latest(e)))))
      for (const one of Array.isArray(value) ? value : [value]) params.append(name, String(one));
    return `/admin/${e}/index?${String(params)}`;
  };
  const read = async (token: string, e: string): Promise<number> =>
    (await ask(world.url + newest(e), { headers: { batoken: token, server: 'true' } })).code;

  it('refuses rows that only the owner of the wall may see after another admin put them on the board', async () => {
    const board = await boardOf(root, 'config');
    const token = await wallOf(board);
    expect(await read(token, 'config')).toBe(1);
    for (const e of SECRET) {
      expect((await low.post('/admin/board/edit', { id: board, cards: [latest(e)] })).code).toBe(1);
      expect([e, await read(token, e)]).toEqual([e, 403]);
    }
    await low.post('/admin/board/edit', { id: board, cards: [latest('lead')] });
    expect(await read(token, 'lead')).toBe(1);
    await root.post('/admin/board/edit', { id: board, cards: [latest('config')] });
    expect(await read(token, 'config')).toBe(1);
  });

  it('keeps the arranger of a board when only its title changes', async () => {
    const board = await boardOf(low, 'config');
    const token = await wallOf(board);
    expect(await read(token, 'config')).toBe(403);
    await root.post('/admin/board/edit', { id: board, title: 'Renamed by the owner', arranged_by: root.id });
    expect(await read(token, 'config')).toBe(403);
  });

  it('bounds a wall without a board of its own by who arranged the board its owner sees', async () => {
    const token = await wallOf(null);
    await boardOf(low, 'config');
    expect(await read(token, 'config')).toBe(403);
  });

  it('follows the rights of the arranger at once, on REST and on the socket', async () => {
    const arranger = await limitedAdmin(world, [...NODES, 'config/index']);
    const board = await boardOf(arranger, 'config');
    const token = await wallOf(board);
    expect(await read(token, 'config')).toBe(1);
    const client = await connectClient(`${world.url}/admin`, token, {});
    const query = newestRows(latest('config'));
    const spec = { k: 'list', e: 'config', where: query.where, sort: query.sort } as const;
    const asked = await client.ask({ epoch: '', topics: [{ t: 'own', spec }] });
    expect(asked.ok && asked.r['own']?.ok).toBe(true);
    const ended: unknown[] = [];
    client.socket.on('reset', (frame) => ended.push(frame));
    const group = (await root.get('/admin/admin/edit', { id: String(arranger.id) })).data.row.group_arr[0];
    await root.post('/admin/admin_group/edit', { id: group, rules: NODES });
    expect(await read(token, 'config')).toBe(403);
    for (const end = Date.now() + 15_000; ended.length === 0 && Date.now() < end;)
      await new Promise((done) => setTimeout(done, 20));
    expect(ended).toEqual([expect.objectContaining({ why: 'perm' })]);
    client.close();
    await root.post('/admin/admin/edit', { id: arranger.id, status: 0 });
    expect(await read(token, 'config')).toBe(403);
  });
});
