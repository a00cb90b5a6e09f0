/** The plugin shop of the demo house. */
import { dayAgo, dealt, heaps, type Add, type Demo } from './demo';
import { paragraphs } from './lines';
import { functions, interfaces, plugins, releaseNotes, shelves } from './plugins';
import type { Album } from './seedPictures';

const isChinese = (text: string): boolean => /\p{Script=Han}/u.test(text);
const AUTHORS = ['Harbour Works', '中庭实验室', 'Quiet Tools', '青石软件'] as const;
const GROUPS = ['热门 Popular', '新上架 New', '免费 Free'] as const;

/** Plugins by name. */
export async function seedPlugins(demo: Demo, album: Album): Promise<ReadonlyMap<string, number>> {
  const categories = await demo.ago(190, ({ add }) =>
    add(
      'plugin_category',
      shelves.map((title, at) => ({ title, image: album.cover(at), icon_id: album.markId(at), order: 60 - at * 10 })),
    ),
  );
  const developers = [
    ...(await demo.ids("SELECT id, username AS name FROM `user` WHERE username LIKE 'member00%'")).values(),
  ];
  const ids: number[] = [];
  for (const [round, heap] of heaps(plugins, 6).entries()) {
    const drafts = heap.map(([{ shelf, content, ...text }, at]) => ({
      ...text,
      cate_id: categories[shelf] ?? 0,
      developer_id: dealt(developers, at * 3) ?? null,
      author: dealt(AUTHORS, at) ?? null,
      email: `plugin${at + 1}@example.com`,
      content: paragraphs(content),
      mobile_content: paragraphs(content.split('¶').slice(0, 2).join('¶')),
      icon_id: album.markId(at),
      icon1_id: album.markId(at + 5),
      cover_id: album.coverId(at),
      thumb_id: album.coverId(at + 3),
      characteristic_img_id: album.coverId(at + 7),
      is_tj: at % 4 === 0 ? 1 : 0,
      index_group: text.price === '0.00' ? GROUPS[2] : (dealt(GROUPS.slice(0, 2), at) ?? null),
      demo_url: `https://demo.example.com/${text.name}`,
      status: at % 12 === 11 ? 0 : 1,
    }));
    ids.push(...(await demo.ago(180 - round * 24, ({ add }) => add('plugin', drafts))));
  }
  await demo.ago(40, ({ add }) => seedFunctions(add, ids, album));
  await seedVersions(demo, ids);
  return new Map(plugins.map(({ name }, at) => [name, ids[at] ?? 0]));
}

async function seedFunctions(add: Add, ids: readonly number[], album: Album): Promise<void> {
  const drafts = plugins.flatMap(({ title }, at) =>
    [0, 1].map((more) => {
      const words = isChinese(title) ? functions.zh : functions.en;
      const [name = '', describe = ''] = dealt(words, at * 2 + more) ?? [];
      const related = more === 1 && at % 3 === 0 ? (dealt(ids, at + 5) ?? null) : null;
      return { name, describe, icon_id: album.markId(at + more), plugin_id: ids[at] ?? 0, relate_plugin_id: related };
    }),
  );
  await add('plugin_function', drafts);
}

async function seedVersions(demo: Demo, ids: readonly number[]): Promise<void> {
  for (const [round, version] of ['1.0.0', '1.4.2', '2.0.0'].entries()) {
    const days = [150, 70, 12][round] ?? 12;
    const wanted = plugins.map((plugin, at) => [plugin, at] as const).filter(([, at]) => at % 3 >= round);
    const drafts = wanted.map(([{ title, name }, at]) => ({
      version,
      plugin_id: ids[at] ?? 0,
      path: `/plugins/${name}/${version}`,
      explain: (isChinese(title) ? releaseNotes.zh : releaseNotes.en)[round] ?? '',
      date: dayAgo(demo, days),
      status: round === 2 && at % 2 === 0 ? 0 : 1,
    }));
    const versions = await demo.ago(days, ({ add }) => add('plugin_version', drafts));
    if (round === 1)
      await seedInterfaces(demo, ids, new Map(wanted.map(([, at], place) => [at, versions[place] ?? 0])));
  }
}

async function seedInterfaces(
  demo: Demo,
  ids: readonly number[],
  versions: ReadonlyMap<number, number>,
): Promise<void> {
  const routed = [...versions].slice(0, 8).flatMap(([at, version]) =>
    interfaces.slice(0, 3 + (at % 3)).map(([item = 'api', name = '', url = ''], place) => ({
      plugin_version_id: version,
      name,
      item,
      url: `/${plugins[at]?.name ?? ''}${url}`,
      is_login: item === 'third' ? 0 : 1,
      is_auth: item === 'admin' ? 1 : 0,
      route_status: place % 4 === 3 ? 0 : 1,
    })),
  );
  const defined = plugins.slice(0, 10).flatMap((plugin, at) =>
    interfaces.slice(at % 2, (at % 2) + 2).map(([, name = '', , method = ''], place) => ({
      info: `${plugin.title} ${name}`,
      api_class: method,
      plugin_id: ids[at] ?? 0,
      method: place === 0 ? 2 : 1,
      access_token: at % 3 === 0 ? 0 : 1,
      is_test: at % 4 === 0 ? 1 : 0,
      hash_type: at % 5 === 0 ? 2 : 1,
      group_hash: plugin.name,
      return_str: '{\n  "code": 1,\n  "msg": "ok",\n  "data": { "id": 42 }\n}',
    })),
  );
  await demo.ago(60, async ({ add }) => {
    await add('plugin_version_api', routed);
    await add('api_definition', defined);
  });
}
