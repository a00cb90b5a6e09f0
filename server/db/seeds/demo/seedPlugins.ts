/** The plugin shop of the demo site. */
import { dayAgo, itemAt, splitEvenly, type InsertRows, type DemoContext } from './demoContext';
import { parseParagraphs, withContent } from './parseTable';
import { functions, indexGroups, interfaces, plugins, releaseNotes, pluginCategories } from './plugins';
import type { PictureAlbum } from './seedPictures';

const AUTHORS = ['Harbour Works', '中庭实验室', 'Quiet Tools', '青石软件'] as const;
const [POPULAR, NEW, FREE] = indexGroups;
/** The beginning of a content, for narrow screens. */
const shorten = (content: string): string => parseParagraphs(content.split('¶').slice(0, 2).join('¶'));

/** Plugins by name. */
export async function seedPlugins(demo: DemoContext, album: PictureAlbum): Promise<ReadonlyMap<string, number>> {
  const categories = await demo.runDaysAgo(190, ({ insertRows }) =>
    insertRows(
      'plugin_category',
      pluginCategories.map((category, at) => ({
        ...category,
        image: album.cover(at),
        icon_id: album.logoId(at),
        order: 60 - at * 10,
      })),
    ),
  );
  const developers = [
    ...(await demo.loadIdsByName("SELECT id, username AS name FROM `user` WHERE username LIKE 'member00%'")).values(),
  ];
  const ids: number[] = [];
  for (const [round, chunk] of splitEvenly(plugins, 6).entries()) {
    const drafts = chunk.map(([{ category, score, type, ...texts }, at]) => ({
      ...withContent(texts),
      type: Number(type),
      score: Number(score),
      cate_id: categories[Number(category)] ?? 0,
      developer_id: itemAt(developers, at * 3) ?? null,
      author: itemAt(AUTHORS, at) ?? null,
      email: `plugin${at + 1}@example.com`,
      mobile_content: shorten(texts.content),
      mobile_content_en: shorten(texts.content_en),
      icon_id: album.logoId(at),
      icon1_id: album.logoId(at + 5),
      cover_id: album.coverId(at),
      thumb_id: album.coverId(at + 3),
      characteristic_img_id: album.coverId(at + 7),
      is_tj: at % 4 === 0 ? 1 : 0,
      ...(texts.price === '0.00' ? FREE : at % 2 === 0 ? POPULAR : NEW),
      demo_url: `https://demo.example.com/${texts.name}`,
      status: at % 12 === 11 ? 0 : 1,
    }));
    ids.push(...(await demo.runDaysAgo(180 - round * 24, ({ insertRows }) => insertRows('plugin', drafts))));
  }
  await demo.runDaysAgo(40, ({ insertRows }) => seedFunctions(insertRows, ids, album));
  await seedVersions(demo, ids);
  return new Map(plugins.map(({ name }, at) => [name, ids[at] ?? 0]));
}

async function seedFunctions(insertRows: InsertRows, ids: readonly number[], album: PictureAlbum): Promise<void> {
  const drafts = plugins.flatMap((_, at) =>
    [0, 1].map((more) => {
      const texts = itemAt(functions, at * 2 + more);
      const related = more === 1 && at % 3 === 0 ? (itemAt(ids, at + 5) ?? null) : null;
      return { ...texts, icon_id: album.logoId(at + more), plugin_id: ids[at] ?? 0, relate_plugin_id: related };
    }),
  );
  await insertRows('plugin_function', drafts);
}

async function seedVersions(demo: DemoContext, ids: readonly number[]): Promise<void> {
  for (const [round, note] of releaseNotes.entries()) {
    const days = [150, 70, 12][round] ?? 12;
    const wanted = plugins.map((plugin, at) => [plugin, at] as const).filter(([, at]) => at % 3 >= round);
    const drafts = wanted.map(([{ name }, at]) => ({
      ...note,
      plugin_id: ids[at] ?? 0,
      path: `/plugins/${name}/${note.version}`,
      date: dayAgo(demo, days),
      status: round === 2 && at % 2 === 0 ? 0 : 1,
    }));
    const versions = await demo.runDaysAgo(days, ({ insertRows }) => insertRows('plugin_version', drafts));
    if (round === 1)
      await seedInterfaces(demo, ids, new Map(wanted.map(([, at], index) => [at, versions[index] ?? 0])));
  }
}

async function seedInterfaces(
  demo: DemoContext,
  ids: readonly number[],
  versions: ReadonlyMap<number, number>,
): Promise<void> {
  const routed = [...versions].slice(0, 8).flatMap(([at, version]) =>
    interfaces.slice(0, 3 + (at % 3)).map(([item = 'api', name = '', url = ''], index) => ({
      plugin_version_id: version,
      name,
      item,
      url: `/${plugins[at]?.name ?? ''}${url}`,
      is_login: item === 'third' ? 0 : 1,
      is_auth: item === 'admin' ? 1 : 0,
      route_status: index % 4 === 3 ? 0 : 1,
    })),
  );
  const defined = plugins.slice(0, 10).flatMap((plugin, at) =>
    interfaces.slice(at % 2, (at % 2) + 2).map(([, name = '', , method = ''], index) => ({
      info: `${plugin.title} ${name}`,
      api_class: method,
      plugin_id: ids[at] ?? 0,
      method: index === 0 ? 2 : 1,
      access_token: at % 3 === 0 ? 0 : 1,
      is_test: at % 4 === 0 ? 1 : 0,
      hash_type: at % 5 === 0 ? 2 : 1,
      group_hash: plugin.name,
      return_str: '{\n  "code": 1,\n  "msg": "ok",\n  "data": { "id": 42 }\n}',
    })),
  );
  await demo.runDaysAgo(60, async ({ insertRows }) => {
    await insertRows('plugin_version_api', routed);
    await insertRows('api_definition', defined);
  });
}
