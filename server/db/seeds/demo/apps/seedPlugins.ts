/** The plugin shop of the demo site. */
import { dayAgo, itemAt, splitEvenly, type InsertRows, type DemoContext } from '../demoContext';
import { parseParagraphs, withContent } from '../parseTable';
import { interfaces } from './interfaces';
import { functions, indexGroups, plugins, releaseNotes, pluginCategories } from './plugins';
import type { ImageAlbum } from '../seedImages';

const AUTHORS = ['Harbour Works', '中庭实验室', 'Quiet Tools', '青石软件'] as const;
const [POPULAR, NEW, FREE] = indexGroups;
/** The beginning of a content, for narrow screens. */
const shorten = (content: string): string => parseParagraphs(content.split('¶').slice(0, 2).join('¶'));

/** Plugins by name. */
export async function seedPlugins(demo: DemoContext, album: ImageAlbum): Promise<ReadonlyMap<string, number>> {
  const categories = await demo.runDaysAgo(190, ({ insertRows }) =>
    insertRows(
      'plugin_category',
      pluginCategories.map((category, index) => ({
        ...category,
        image: album.cover(index),
        icon_id: album.logoId(index),
        order: 60 - index * 10,
      })),
    ),
  );
  const developers = [
    ...(await demo.loadIdsByName("SELECT id, username AS name FROM `user` WHERE username LIKE 'member00%'")).values(),
  ];
  const ids: number[] = [];
  for (const [round, chunk] of splitEvenly(plugins, 6).entries()) {
    const newRows = chunk.map(([{ category, type, ...texts }, index]) => ({
      ...withContent(texts),
      type: Number(type),
      cate_id: categories[Number(category)] ?? 0,
      developer_id: itemAt(developers, index * 3) ?? null,
      author: itemAt(AUTHORS, index) ?? null,
      email: `plugin${index + 1}@example.com`,
      mobile_content: shorten(texts.content),
      mobile_content_en: shorten(texts.content_en),
      icon_id: album.logoId(index),
      icon1_id: album.logoId(index + 5),
      cover_id: album.coverId(index),
      thumb_id: album.coverId(index + 3),
      characteristic_img_id: album.coverId(index + 7),
      is_tj: index % 4 === 0 ? 1 : 0,
      ...(texts.price === '0.00' ? FREE : index % 2 === 0 ? POPULAR : NEW),
      status: index % 12 === 11 ? 0 : 1,
    }));
    ids.push(...(await demo.runDaysAgo(180 - round * 24, ({ insertRows }) => insertRows('plugin', newRows))));
  }
  await demo.runDaysAgo(40, ({ insertRows }) => seedFunctions(insertRows, ids, album));
  await seedVersions(demo, ids);
  return new Map(plugins.map(({ name }, index) => [name, ids[index] ?? 0]));
}

async function seedFunctions(insertRows: InsertRows, ids: readonly number[], album: ImageAlbum): Promise<void> {
  const newRows = plugins.flatMap((_, index) =>
    [0, 1].map((more) => {
      const texts = itemAt(functions, index * 2 + more);
      const related = more === 1 && index % 3 === 0 ? (itemAt(ids, index + 5) ?? null) : null;
      return { ...texts, icon_id: album.logoId(index + more), plugin_id: ids[index] ?? 0, relate_plugin_id: related };
    }),
  );
  await insertRows('plugin_function', newRows);
}

async function seedVersions(demo: DemoContext, ids: readonly number[]): Promise<void> {
  for (const [round, note] of releaseNotes.entries()) {
    const days = [150, 70, 12][round] ?? 12;
    const wanted = plugins
      .map((plugin, index) => [plugin, index] as const)
      .filter(([, pluginIndex]) => pluginIndex % 3 >= round);
    const newRows = wanted.map(([{ name }, index]) => ({
      ...note,
      plugin_id: ids[index] ?? 0,
      path: `/plugins/${name}/${note.version}`,
      date: dayAgo(demo, days),
      status: round === 2 && index % 2 === 0 ? 0 : 1,
    }));
    const versions = await demo.runDaysAgo(days, ({ insertRows }) => insertRows('plugin_version', newRows));
    if (round === 1)
      await seedInterfaces(
        demo,
        ids,
        new Map(wanted.map(([, pluginIndex], index) => [pluginIndex, versions[index] ?? 0])),
      );
  }
}

const ROUTED_PLUGINS = 8;

/** The interfaces of the first plugins, each with its definition. */
async function seedInterfaces(
  demo: DemoContext,
  ids: readonly number[],
  versions: ReadonlyMap<number, number>,
): Promise<void> {
  const offered = [...versions]
    .slice(0, ROUTED_PLUGINS)
    .flatMap(([pluginIndex, version]) =>
      interfaces
        .slice(0, 4 + (pluginIndex % 3))
        .map((offer) => ({ offer, version, pluginId: ids[pluginIndex] ?? 0, plugin: plugins[pluginIndex] })),
    );
  await demo.runDaysAgo(60, async ({ insertRows }) => {
    const definitions = await insertRows(
      'api_definition',
      offered.map(({ offer, plugin, pluginId }) => ({
        info: `${plugin?.title ?? ''} ${offer.name}`,
        api_class: offer.apiClass,
        plugin_id: pluginId,
        method: offer.method === 'get' ? 2 : 1,
        access_token: offer.isSigned ? 1 : 0,
        is_test: 1,
        hash_type: offer.item === 'soa' ? 2 : 1,
        group_hash: plugin?.name ?? 'default',
        params: offer.params,
        return_str: JSON.stringify(offer.example, null, 2),
      })),
    );
    await insertRows(
      'plugin_version_api',
      offered.map(({ offer, plugin, version }, index) => ({
        plugin_version_id: version,
        definition_id: definitions[index] ?? null,
        name: offer.name,
        item: offer.item,
        url: `/${plugin?.name ?? ''}${offer.url}`,
        is_login: offer.isLogin ? 1 : 0,
        is_auth: offer.isAuth ? 1 : 0,
        route_status: offer.isOnline ? 1 : 0,
      })),
    );
  });
}
