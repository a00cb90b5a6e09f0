/** What people asked the demo house for, and how far its staff came with it; codes, and articles. */
import { articles, facts } from './articles';
import { dealt, heaps, type Demo } from './demo';
import { paragraphs } from './lines';
import { leads, trials } from './requests';
import type { Album } from './seedPictures';
import { newCode } from '../../../access/activationCodes';
import { entityNamed } from '../base';

const ROUNDS = 10;
const cells = (row: readonly string[], place: number): string | null => row[place] || null;

/** The older a message, the further it came: received, followed up, completed. */
export async function seedLeads(demo: Demo): Promise<void> {
  const entity = entityNamed(demo.services, 'lead');
  const [one, other] = [await demo.staff('wang_fang'), await demo.staff('tom_hardy')];
  for (const [round, heap] of heaps(leads, ROUNDS).entries()) {
    const days = 150 - round * 16;
    const drafts = heap.map(([row]) => ({
      name: row[0] ?? '',
      mobile: row[1] ?? '',
      email: cells(row, 2),
      company: cells(row, 3),
      headcount: Number(row[4] ?? 1),
      job_position: cells(row, 5),
      content: row[6] ?? '',
    }));
    const ids = await demo.ago(days, ({ add }) => add('lead', drafts));
    if (round >= ROUNDS - 1) continue;
    const follow = ids.filter((_, at) => round < 7 || at === 0);
    await demo.ago(
      days - 1,
      async ({ within: writer }) => {
        for (const id of follow) await writer.update(entity, { id, handle_status: 1 });
      },
      (round % 2 === 0 ? one : other)('/admin/lead/edit'),
    );
    if (round >= 6) continue;
    await demo.ago(
      days - 5,
      async ({ within: writer }) => {
        for (const id of follow.slice(round % 2)) await writer.update(entity, { id, handle_status: 2 });
      },
      one('/admin/lead/edit'),
    );
  }
}

export async function seedTrials(demo: Demo, plugins: ReadonlyMap<string, number>): Promise<void> {
  const entity = entityNamed(demo.services, 'trial_request');
  const clerk = await demo.staff('grace_lin');
  for (const [round, heap] of heaps(trials, 8).entries()) {
    const days = 140 - round * 18;
    const drafts = heap.map(([row]) => ({
      company: row[0] ?? '',
      full_name: row[1] ?? '',
      phone: row[2] ?? '',
      email: cells(row, 3),
      company_scale: Number(row[4] ?? 1),
      plugin_ids: (row[5] ?? '').split(',').map((name) => plugins.get(name) ?? 0),
      remarks: cells(row, 6),
    }));
    const ids = await demo.ago(days, ({ add }) => add('trial_request', drafts));
    if (round >= 6) continue;
    await demo.ago(
      days - 3,
      async ({ within: writer }) => {
        for (const [at, id] of ids.entries())
          await writer.update(entity, { id, is_handle: (round + at) % 5 === 4 ? 2 : 1 });
      },
      clerk('/admin/trial_request/edit'),
    );
  }
}

/** Codes of a campaign, a few of them redeemed by members. */
export async function seedCodes(demo: Demo): Promise<void> {
  const members = [
    ...(await demo.ids("SELECT id, username AS name FROM `user` WHERE username LIKE 'member01%'")).values(),
  ];
  const ids = await demo.ago(75, ({ add }) =>
    add(
      'activation_code',
      Array.from({ length: 18 }, (_, at) => ({
        code: newCode(),
        num: at % 4 === 0 ? 5 : 1,
        expire_time: at % 6 === 5 ? demo.secondsAgo(10) : demo.secondsAgo(0) + 120 * 86_400,
        use_status: at % 4 === 1 ? 2 : 1,
        status: at % 9 === 8 ? 0 : 1,
      })),
    ),
  );
  const uses = ids.flatMap((code, at) =>
    at % 4 > 1 ? [] : [{ code_id: code, user_id: dealt(members, at) ?? 1, slot: `${code}:${dealt(members, at) ?? 1}` }],
  );
  await demo.ago(33, ({ add }) => add('activation_use', uses));
}

export async function seedArticles(demo: Demo, album: Album, plugins: ReadonlyMap<string, number>): Promise<void> {
  const authors = [
    ...(
      await demo.ids(
        "SELECT id, username AS name FROM `admin` WHERE username IN ('ella_moore', 'chen_yu', 'sam_porter', 'lin_xi')",
      )
    ).values(),
  ];
  const ids: number[] = [];
  for (const [round, heap] of heaps(articles, 9).entries()) {
    const drafts = heap.map(([[type = '2', plugin = '', title = '', description = '', content = ''], at]) => ({
      type: Number(type),
      plugin_id: plugins.get(plugin) ?? null,
      title,
      description,
      content: paragraphs(content),
      img: album.cover(at + 1),
      admin_id: dealt(authors, at) ?? null,
      order: articles.length - at,
      views_num: 37 + ((at * 613) % 1800),
      like_num: 3 + ((at * 89) % 120),
      status: at % 13 === 12 ? 0 : 1,
    }));
    ids.push(...(await demo.ago(135 - round * 15, ({ add }) => add('article', drafts))));
  }
  await demo.ago(45, ({ add }) =>
    add(
      'news_case',
      facts.map(
        (
          [of = '0', country = '', industry = '', users = '0', day = '', person = '', position = '', words = ''],
          at,
        ) => ({
          news_id: ids[Number(of)] ?? 0,
          country,
          industry,
          number_of_users: Number(users),
          implementation_time: day,
          company_logo_id: album.markId(at + 3),
          company_user: person,
          company_user_avator_id: album.faceId(at),
          company_user_position: position,
          reflections: words,
        }),
      ),
    ),
  );
}
