/** Demo requests of visitors in several states; activation codes; articles. */
import { articles, facts } from './articles';
import { itemAt, splitEvenly, type DemoContext } from './demoContext';
import { withContent } from './parseTable';
import { leads, trials } from './requests';
import type { ImageAlbum } from './seedImages';
import { createActivationCode } from '../../../access/codes/activationCodes';
import { requireSeedEntity } from '../base';

const ROUNDS = 10;
const cells = (row: readonly string[], index: number): string | null => row[index] || null;

/** The older a message, the further its status: received, followed up, completed. */
export async function seedLeads(demo: DemoContext): Promise<void> {
  const entity = requireSeedEntity(demo.services, 'lead');
  const [one, other] = [await demo.asStaff('wang_fang'), await demo.asStaff('tom_hardy')];
  for (const [round, chunk] of splitEvenly(leads, ROUNDS).entries()) {
    const days = 150 - round * 16;
    const newRows = chunk.map(([row]) => ({
      name: row[0] ?? '',
      mobile: row[1] ?? '',
      email: cells(row, 2),
      company: cells(row, 3),
      headcount: Number(row[4] ?? 1),
      job_position: cells(row, 5),
      content: row[6] ?? '',
    }));
    const ids = await demo.runDaysAgo(days, ({ insertRows }) => insertRows('lead', newRows));
    if (round >= ROUNDS - 1) continue;
    const follow = ids.filter((_, index) => round < 7 || index === 0);
    await demo.runDaysAgo(
      days - 1,
      async ({ writer }) => {
        for (const id of follow) await writer.update(entity, { id, handle_status: 1 });
      },
      (round % 2 === 0 ? one : other)('/admin/lead/edit'),
    );
    if (round >= 6) continue;
    await demo.runDaysAgo(
      days - 5,
      async ({ writer }) => {
        for (const id of follow.slice(round % 2)) await writer.update(entity, { id, handle_status: 2 });
      },
      one('/admin/lead/edit'),
    );
  }
}

export async function seedTrials(demo: DemoContext, plugins: ReadonlyMap<string, number>): Promise<void> {
  const entity = requireSeedEntity(demo.services, 'trial_request');
  const clerk = await demo.asStaff('grace_lin');
  for (const [round, chunk] of splitEvenly(trials, 8).entries()) {
    const days = 140 - round * 18;
    const newRows = chunk.map(([row]) => ({
      company: row[0] ?? '',
      full_name: row[1] ?? '',
      phone: row[2] ?? '',
      email: cells(row, 3),
      company_scale: Number(row[4] ?? 1),
      plugin_ids: (row[5] ?? '').split(',').map((name) => plugins.get(name) ?? 0),
      remarks: cells(row, 6),
    }));
    const ids = await demo.runDaysAgo(days, ({ insertRows }) => insertRows('trial_request', newRows));
    if (round >= 6) continue;
    await demo.runDaysAgo(
      days - 3,
      async ({ writer }) => {
        for (const [index, id] of ids.entries())
          await writer.update(entity, { id, is_handle: (round + index) % 5 === 4 ? 2 : 1 });
      },
      clerk('/admin/trial_request/edit'),
    );
  }
}

/** Codes of a campaign, some of them redeemed. */
export async function seedCodes(demo: DemoContext): Promise<void> {
  const members = [
    ...(await demo.loadIdsByName("SELECT id, username AS name FROM `user` WHERE username LIKE 'member01%'")).values(),
  ];
  const ids = await demo.runDaysAgo(75, ({ insertRows }) =>
    insertRows(
      'activation_code',
      Array.from({ length: 18 }, (_, index) => ({
        code: createActivationCode(),
        num: index % 4 === 0 ? 5 : 1,
        expire_time: index % 6 === 5 ? demo.secondsAgo(10) : demo.secondsAgo(0) + 120 * 86_400,
        uses: index % 4 > 1 ? 0 : 1,
        use_status: index % 4 === 1 ? 2 : 1,
        ...(index % 4 > 1 ? { score: 50 } : {}),
        status: index % 9 === 8 ? 0 : 1,
      })),
    ),
  );
  const uses = ids.flatMap((code, index) =>
    index % 4 > 1
      ? []
      : [{ code_id: code, user_id: itemAt(members, index) ?? 1, slot: `${code}:${itemAt(members, index) ?? 1}` }],
  );
  await demo.runDaysAgo(33, ({ insertRows }) => insertRows('activation_use', uses));
}

export async function seedArticles(
  demo: DemoContext,
  album: ImageAlbum,
  plugins: ReadonlyMap<string, number>,
): Promise<void> {
  const authors = [
    ...(
      await demo.loadIdsByName(
        "SELECT id, username AS name FROM `admin` WHERE username IN ('ella_moore', 'chen_yu', 'sam_porter', 'lin_xi')",
      )
    ).values(),
  ];
  const ids: number[] = [];
  for (const [round, chunk] of splitEvenly(articles, 9).entries()) {
    const newRows = chunk.map(([{ type, plugin, ...texts }, index]) => ({
      ...withContent(texts),
      type: Number(type),
      plugin_id: plugins.get(plugin) ?? null,
      img: album.article(index),
      admin_id: itemAt(authors, index) ?? null,
      order: articles.length - index,
      views_num: 37 + ((index * 613) % 1800),
      like_num: 3 + ((index * 89) % 120),
      status: index % 13 === 12 ? 0 : 1,
    }));
    ids.push(...(await demo.runDaysAgo(135 - round * 15, ({ insertRows }) => insertRows('article', newRows))));
  }
  await demo.runDaysAgo(45, ({ insertRows }) =>
    insertRows(
      'news_case',
      facts.map((fact, index) => ({
        news_id: ids[Number(fact.article)] ?? 0,
        country: fact.country,
        country_en: fact.country_en,
        industry: fact.industry,
        industry_en: fact.industry_en,
        number_of_users: Number(fact.users),
        implementation_time: fact.implemented,
        company_logo_id: album.logoId(index + 3),
        company_user: fact.person,
        company_user_avator_id: album.faceId(index),
        company_user_position: fact.position,
        company_user_position_en: fact.position_en,
        reflections: fact.quotation,
        reflections_en: fact.quotation_en,
      })),
    ),
  );
}
