/** The apps of the demo house's customers, with their menus and the plugin interfaces they use. */
import { apps, menusOf } from './apps';
import { dealt, heaps, type Add, type Demo, type Draft } from './demo';
import type { Album } from './seedPictures';

const isChinese = (text: string): boolean => /\p{Script=Han}/u.test(text);
/** Days ago: not accepted yet when it is recent. */
const INSTALLED = 20;

export async function seedApps(demo: Demo, album: Album): Promise<readonly number[]> {
  const companies = await demo.ids('SELECT id, name FROM `enterprise`');
  const heads = new Map(
    (
      await demo.services.db.rows<{ company_id: number; uid: number }>(
        'SELECT company_id, uid FROM `enterprise_staff` WHERE is_head = 1',
      )
    ).map(({ company_id, uid }) => [Number(company_id), Number(uid)]),
  );
  const ids: number[] = [];
  for (const [round, heap] of heaps(apps, 8).entries()) {
    const days = 165 - round * 21;
    const drafts = heap.map(
      ([[company = '', title = '', name = '', type = '1', developer = '', info = '', icon = ''], at]) => ({
        uid: heads.get(companies.get(company) ?? 0) ?? null,
        company_id: companies.get(company) ?? 0,
        title,
        name,
        type: Number(type),
        developer,
        info,
        icon,
        description: info,
        content: `<p>${info}</p>`,
        file_id: album.markId(at),
        install_time: days > INSTALLED ? demo.secondsAgo(days - 6) : null,
        implement_status: days > INSTALLED * 3 ? 1 : 0,
      }),
    );
    ids.push(...(await demo.ago(days, ({ add }) => add('app', drafts))));
  }
  for (const [round, heap] of heaps(apps, 4).entries())
    await demo.ago(120 - round * 30, async ({ add }) => {
      for (const [[company = '', title = ''], at] of heap)
        await seedMenu(add, { app_id: ids[at] ?? 0, company_id: companies.get(company) ?? 0 }, isChinese(title));
    });
  await demo.ago(25, ({ add }) => seedInterfaces(demo, add, ids));
  return ids;
}

async function seedMenu(add: Add, of: Draft, chinese: boolean): Promise<void> {
  const rows = chinese ? menusOf.zh : menusOf.en;
  const groups = await add(
    'app_business',
    rows.map(([title = ''], at) => ({ ...of, title, is_group: 1, publish_status: 1, sort: at * 10 })),
  );
  const entries = rows.flatMap(([, list = ''], at) =>
    list.split(',').map((entry, place) => {
      const [title = '', type = '1'] = entry.trim().split(':');
      const published = place === 0 || at !== 1 ? 1 : 0;
      return { ...of, title, type: Number(type), pid: groups[at] ?? null, sort: place, publish_status: published };
    }),
  );
  await add('app_business', entries);
}

interface ApiRow {
  readonly id: number;
  readonly plugin_version_id: number;
  readonly name: string;
  readonly url: string;
  readonly item: string;
}
async function seedInterfaces(demo: Demo, add: Add, ids: readonly number[]): Promise<void> {
  const rows = await demo.services.db.rows<ApiRow>(
    'SELECT id, plugin_version_id, name, url, item FROM `plugin_version_api` ORDER BY id',
  );
  const drafts = rows.map((row, at) => ({
    app_id: dealt(ids, at) ?? 0,
    plugin_version_id: Number(row.plugin_version_id),
    plugin_version_api_id: Number(row.id),
    name: row.name,
    url: row.url,
    item: row.item,
    route_status: at % 3 === 0 ? 0 : 1,
  }));
  await add('app_plugin_version_api', drafts);
}
