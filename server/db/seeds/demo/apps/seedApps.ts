/** The apps of the demo customers, with their menus and the plugin interfaces they use. */
import { randomUUID } from 'node:crypto';
import { app } from '../../../../../common/entities/app';
import { unpackPages } from '../../../../modules/terminal/apps/appArchive';
import { packApp } from '../../../../modules/terminal/apps/packApp';
import { requireSeedEntity } from '../../base';
import { apps, menusOf } from './apps';
import { itemAt, splitEvenly, type InsertRows, type DemoContext, type SeedRow } from '../demoContext';
import type { ImageAlbum } from '../seedImages';

const isChinese = (text: string): boolean => /\p{Script=Han}/u.test(text);
/** Days ago; apps that are older are packed, and accepted after a while. */
const INSTALL_AFTER_DAYS = 20;
const ROUNDS = 8;
const daysOfRound = (round: number): number => 165 - round * 21;
const { packaging, running } = app.spec.fields.running_status.options.values;

export async function seedApps(demo: DemoContext, album: ImageAlbum): Promise<readonly number[]> {
  const companies = await demo.loadIdsByName('SELECT id, name FROM `enterprise`');
  const heads = new Map(
    (
      await demo.services.db.rows<{ company_id: number; uid: number }>(
        'SELECT company_id, uid FROM `enterprise_staff` WHERE is_head = 1',
      )
    ).map(({ company_id, uid }) => [Number(company_id), Number(uid)]),
  );
  const ids: number[] = [];
  for (const [round, chunk] of splitEvenly(apps, ROUNDS).entries()) {
    const days = daysOfRound(round);
    const newRows = chunk.map(
      ([
        [
          company = '',
          title = '',
          name = '',
          type = '1',
          developer = '',
          info = '',
          icon = '',
          titleEn = '',
          infoEn = '',
        ],
        index,
      ]) => ({
        uid: heads.get(companies.get(company) ?? 0) ?? null,
        company_id: companies.get(company) ?? 0,
        title,
        title_en: titleEn,
        name,
        type: Number(type),
        developer,
        info,
        info_en: infoEn,
        icon,
        description: info,
        content: `<p>${info}</p>`,
        file_id: album.logoId(index),
        implement_status: days > INSTALL_AFTER_DAYS * 3 ? 1 : 0,
      }),
    );
    ids.push(...(await demo.runDaysAgo(days, ({ insertRows }) => insertRows('app', newRows))));
  }
  for (const [round, chunk] of splitEvenly(apps, 4).entries())
    await demo.runDaysAgo(120 - round * 30, async ({ insertRows }) => {
      for (const [[company = ''], index] of chunk)
        await seedMenu(
          insertRows,
          { app_id: ids[index] ?? 0, company_id: companies.get(company) ?? 0 },
          isChinese(company),
        );
    });
  await demo.runDaysAgo(INSTALL_AFTER_DAYS + 5, ({ insertRows }) => seedInterfaces(demo, insertRows, ids));
  for (const [round, chunk] of splitEvenly(apps, ROUNDS).entries())
    if (daysOfRound(round) > INSTALL_AFTER_DAYS)
      for (const [, index] of chunk) await packDemoApp(demo, ids[index] ?? 0, index);
  return ids;
}

/** Packs an app as the terminal does, and marks it as running. */
async function packDemoApp(demo: DemoContext, id: number, index: number): Promise<void> {
  const { services } = demo;
  const containerId = randomUUID();
  await packApp(services, id, () => undefined);
  unpackPages(services.env, id, containerId);
  const entity = requireSeedEntity(services, 'app');
  await demo.runDaysAgo(INSTALL_AFTER_DAYS - (index % 12), async ({ writer }) => {
    await writer.update(entity, { id, running_status: packaging });
    await writer.update(entity, {
      id,
      running_status: running,
      container_name: `app-${id}`,
      container_id: containerId,
      install_time: demo.secondsAgo(INSTALL_AFTER_DAYS - (index % 12)),
    });
  });
}

async function seedMenu(insertRows: InsertRows, of: SeedRow, chinese: boolean): Promise<void> {
  const rows = chinese ? menusOf.zh : menusOf.en;
  const groups = await insertRows(
    'app_business',
    rows.map(([title = ''], index) => ({ ...of, title, is_group: 1, publish_status: 1, sort: index * 10 })),
  );
  const entries = rows.flatMap(([, list = ''], groupIndex) =>
    list.split(',').map((entry, index) => {
      const [title = '', type = '1'] = entry.trim().split(':');
      const published = index === 0 || groupIndex !== 1 ? 1 : 0;
      return {
        ...of,
        title,
        type: Number(type),
        pid: groups[groupIndex] ?? null,
        sort: index,
        publish_status: published,
      };
    }),
  );
  await insertRows('app_business', entries);
}

interface ApiRow {
  readonly id: number;
  readonly plugin_version_id: number;
  readonly name: string;
  readonly url: string;
  readonly item: string;
  readonly is_login: number;
  readonly is_auth: number;
  readonly route_status: number;
}
/** Every app uses all interfaces of one plugin; those that the plugin has online are online. */
async function seedInterfaces(demo: DemoContext, insertRows: InsertRows, ids: readonly number[]): Promise<void> {
  const rows = await demo.services.db.rows<ApiRow>('SELECT * FROM `plugin_version_api` ORDER BY id');
  const versions = [...new Set(rows.map((row) => Number(row.plugin_version_id)))];
  const newRows = ids.flatMap((id, index) =>
    rows
      .filter((row) => Number(row.plugin_version_id) === itemAt(versions, index))
      .map((row) => ({
        app_id: id,
        plugin_version_id: Number(row.plugin_version_id),
        plugin_version_api_id: Number(row.id),
        name: row.name,
        url: row.url,
        item: row.item,
        is_login: Number(row.is_login),
        is_auth: Number(row.is_auth),
        route_status: Number(row.route_status),
      })),
  );
  await insertRows('app_plugin_version_api', newRows);
}
