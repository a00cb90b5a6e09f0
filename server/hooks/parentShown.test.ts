/** Guests and members read features and versions of a plugin, and the customer profile of an article, only while these are shown. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { guest, member, superAdmin, type Caller } from '../testing/callers';
import { createPicture } from '../testing/createPicture';
import { pollUntil } from '../testing/live/listFixtures';
import { connectLiveClient, type LiveClient } from '../testing/live/liveClient';
import { addPublishedRow } from '../testing/site/addPublishedRow';
import { startTestServer, testDialects, type TestServer } from '../testing/testServer';

const PARTS = ['plugin_function', 'plugin_version', 'news_case'] as const;
type Part = (typeof PARTS)[number];
type Parents = Readonly<Record<'plugin' | 'article', number>>;

describe.each(testDialects())('parts of hidden rows on %s', (database) => {
  let testServer: TestServer;
  let root: Caller;
  let reader: Caller;
  let parents: Parents;
  let ids: Readonly<Record<Part, number>>;
  let live: LiveClient;
  let partsByTopic: ReadonlyMap<string, Part>;

  const add = (entity: string, row: Readonly<Record<string, unknown>>) => addPublishedRow(root, entity, row);
  const addParents = async (tag: string): Promise<Parents> => {
    const image = await createPicture(testServer, `/storage/${tag}.webp`);
    const category = await add('plugin_category', { title: `Kind ${tag}`, image });
    return {
      plugin: await add('plugin', { title: `Relay ${tag}`, name: `relay-${tag}`, cate_id: category }),
      article: await add('article', { title: `Story ${tag}`, content: '<p>x</p>', type: 1 }),
    };
  };
  const edit = async (entity: string, row: Readonly<Record<string, unknown>>) =>
    expect((await root.post(`/admin/${entity}/edit`, row)).code).toBe(1);
  const setStatus = async (status: 0 | 1) => {
    await edit('plugin', { id: parents.plugin, status });
    await edit('article', { id: parents.article, status });
  };

  beforeAll(async () => {
    testServer = await startTestServer({ database });
    root = await superAdmin(testServer);
    reader = await member(testServer);
    parents = await addParents('one');
    ids = {
      plugin_function: await add('plugin_function', { name: 'Quokka', plugin_id: parents.plugin }),
      plugin_version: await add('plugin_version', { version: '7.7.7', explain: 'Quokka', plugin_id: parents.plugin }),
      news_case: await add('news_case', { company_user: 'Emma Quokka', news_id: parents.article }),
    };
    live = await connectLiveClient(`${testServer.url}/member`, reader.token, {});
    const topics = PARTS.map((e) => ({ t: e, spec: { k: 'list', e, where: { all: [] }, sort: [] } }));
    const ack = await live.ask({ epoch: '', topics });
    if (!ack.ok) throw new Error('the topics were refused');
    partsByTopic = new Map(
      PARTS.flatMap((part) => (ack.r[part]?.ok === true ? [[ack.r[part].topic, part] as const] : [])),
    );
  });
  afterAll(async () => {
    live.close();
    await testServer.close();
  });

  /** Whether a caller reads the row by its id and in the list. */
  const isReadable = async (caller: Caller, entity: Part, id = ids[entity]) => {
    const [one, all] = [
      await caller.get(`/api/${entity}/edit`, { id: String(id) }),
      await caller.get(`/api/${entity}/index`),
    ];
    const isListed = (all.data.list as { id: number }[]).some((row) => row.id === id);
    expect([entity, all.status, isListed]).toEqual([entity, 200, one.status === 200]);
    return isListed;
  };
  const readable = async (): Promise<readonly string[]> => {
    const found = [];
    for (const caller of [guest(testServer), reader])
      for (const part of PARTS) if (await isReadable(caller, part)) found.push(part);
    return found;
  };
  /** The changes that the member received, as `entity operation`. */
  const liveChanges = () =>
    live.frames.flatMap(({ t, c }) => {
      const part = partsByTopic.get(t);
      return c.flatMap(({ op, id }) => (part !== undefined && id === ids[part] ? [`${part} ${op}`] : []));
    });

  it('are readable while the parent is shown, and hidden and shown with it, also live', async () => {
    expect(await readable()).toEqual([...PARTS, ...PARTS]);
    const from = live.frames.length;
    await setStatus(0);
    expect(await readable()).toEqual([]);
    await setStatus(1);
    expect(await readable()).toEqual([...PARTS, ...PARTS]);
    await pollUntil(() => live.frames.length >= from + 2 * PARTS.length);
    expect(liveChanges().sort()).toEqual(PARTS.flatMap((part) => [`${part} enter`, `${part} leave`]).sort());
  });

  it('are hidden when they are added to, moved to or restored under a hidden parent', async () => {
    const hidden = await addParents('two');
    await edit('plugin', { id: hidden.plugin, status: 0 });
    const added = await add('plugin_function', { name: 'Wombat', plugin_id: hidden.plugin });
    expect(await isReadable(guest(testServer), 'plugin_function', added)).toBe(false);
    await edit('plugin_function', { id: added, plugin_id: parents.plugin });
    expect(await isReadable(guest(testServer), 'plugin_function', added)).toBe(true);
    expect((await root.post('/admin/plugin_function/del', { ids: [added] })).code).toBe(1);
    await setStatus(0);
    expect((await root.post('/admin/plugin_function/restore', { ids: [added] })).code).toBe(1);
    expect(await isReadable(guest(testServer), 'plugin_function', added)).toBe(false);
    await setStatus(1);
    expect(await isReadable(guest(testServer), 'plugin_function', added)).toBe(true);
  });

  it('are hidden when the time of the parent ends', async () => {
    const until = Math.floor(testServer.services.clock.now() / 1000) + 20;
    await edit('article', { id: parents.article, show_until: until });
    expect(await isReadable(guest(testServer), 'news_case')).toBe(true);
    testServer.advanceClock(20_000);
    testServer.publishing.wake();
    await testServer.publishing.settled();
    expect(await isReadable(guest(testServer), 'news_case')).toBe(false);
  });

  it('are on the page of a preview of the hidden parent', async () => {
    await setStatus(0);
    const preview = async (entity: string, id: number, title: string) =>
      (await root.post('/admin/site/preview', { id, lang: 'en', entity, values: { title } })).data.page.html as string;
    const plugin = await preview('plugin', parents.plugin, 'Unsaved relay');
    expect([plugin.includes('Quokka'), plugin.includes('7.7.7')]).toEqual([true, true]);
    expect(await preview('article', parents.article, 'Unsaved story')).toContain('Emma Quokka');
  });
});
