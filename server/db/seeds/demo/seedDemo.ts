/** Demo data of a fictional company, written through the normal writer. */
import type { Services } from '../../../context';
import { EDITOR_RULES, type SeedTools } from '../base';
import { companies, departments } from './companies';
import { seedLedgers } from './seedLedgers';
import {
  createDemoContext,
  itemAt,
  splitEvenly,
  weighed,
  type DemoContext,
  type InsertRows,
  type SeedRow,
} from './demoContext';
import { navigation } from './navigationTexts';
import { withContent } from './parseTable';
import { staffRoles, memberNames, mottos, staff, type StaffRole } from './people';
import { seedApps } from './apps/seedApps';
import { seedImages, type ImageAlbum } from './seedImages';
import { seedPlugins } from './apps/seedPlugins';
import { seedArticles, seedCodes, seedLeads, seedTrials } from './seedRequests';
import { seedSettings } from './seedSettings';
import { seedSite } from './seedSite';
import { seedVisits } from './seedVisits';
import { seedDataWatch } from './seedDataWatch';
import { categories, stories } from './stories';

/** Writes the demo data. Every person signs in with the password of the first admin. */
export async function seedDemo(tools: SeedTools, password: string): Promise<void> {
  const context = createDemoContext(tools);
  const { services } = tools;

  await context.runDaysAgo(200, ({ insertRows }) => seedStaff(services, insertRows, password));
  const album = await seedImages(context);
  await context.runDaysAgo(199, ({ insertRows }) => seedNavigation(insertRows));
  await seedNews(context, album);
  const members = (await context.loadIdsByName('SELECT id, name FROM `user_group`')).get('Members') ?? null;
  await context.runDaysAgo(198, ({ insertRows }) => seedCustomers(insertRows, password, members));
  await seedNewcomers(context, password);
  const plugins = await seedPlugins(context, album);
  const apps = await seedApps(context, album);
  await seedSite(context, album, apps);
  await seedSettings(context);
  await seedArticles(context, album, plugins);
  await seedLeads(context);
  await seedTrials(context, plugins);
  await seedCodes(context);
  await seedLedgers(context);
  await seedDataWatch(context);
  await seedVisits(context);
}

const idsByName = async (services: Services, sql: string): Promise<Map<string, number>> =>
  new Map((await services.db.rows<{ id: number; name: string }>(sql)).map(({ id, name }) => [name, Number(id)]));

async function seedStaff(services: Services, insertRows: InsertRows, password: string): Promise<void> {
  const groups = await idsByName(services, 'SELECT id, name FROM `admin_group`');
  for (const role of staffRoles) {
    const [id = 0] = await insertRows('admin_group', [
      { name: role.name, pid: groups.get(role.parent) ?? null, rules: rulesOfRole(role), data_scope: role.data_scope },
    ]);
    groups.set(role.name, id);
  }
  const newRows = staff.map(([username, nickname, group]) => ({
    username,
    nickname,
    password,
    group_arr: [groups.get(group) ?? 0],
    email: `${username}@atrium.example.com`,
  }));
  await insertRows('admin', newRows);
}

const VERBS = ['index', 'add', 'edit', 'del'] as const;
const rulesOfRole = ({ name, full, view, nodes }: StaffRole): string[] => [
  ...full.flatMap((entity) => VERBS.map((verb) => `${entity}/${verb}`)),
  ...view.map((entity) => `${entity}/index`),
  ...nodes,
  // Operations is the parent of the editors and must hold what they hold.
  ...(name === 'Operations'
    ? EDITOR_RULES.filter((rule) => !full.some((entity) => rule.startsWith(`${entity}/`)))
    : []),
];

/** A round of news every three weeks. */
const NEWS_ROUNDS = 10;
async function seedNews(demo: DemoContext, album: ImageAlbum): Promise<void> {
  const authors = await idsByName(demo.services, 'SELECT id, username AS name FROM `admin`');
  const writers = ['ella_moore', 'chen_yu', 'sam_porter', 'lin_xi', 'nina_costa', 'editor'].map(
    (name) => authors.get(name) ?? 1,
  );
  const ids = await demo.runDaysAgo(199, ({ insertRows }) => insertRows('news_category', categories));
  const getNews = ({ category, ...story }: (typeof stories)[number], index: number): SeedRow => ({
    ...withContent(story),
    cat_ids: [Number(category), ...(index % 7 === 0 ? [Number(category) + 3] : [])].flatMap(
      (place) => itemAt(ids, place) ?? [],
    ),
    thumbnail: album.cover(index),
    admin_id: writers[index % writers.length] ?? 1,
    status: index % 11 === 5 ? 0 : 1,
  });
  for (const [round, chunk] of splitEvenly(stories, NEWS_ROUNDS).entries()) {
    const newRows = chunk.map(([story, index]) => getNews(story, index));
    await demo.runDaysAgo(198 - round * 20, ({ insertRows }) => insertRows('news', newRows));
  }
}

/** The groups first, then their links: a row refers to its group by id. */
async function seedNavigation(insertRows: InsertRows): Promise<void> {
  const rows = weighed(navigation).map(({ groupTitle, position, url, ...texts }) => ({
    groupTitle,
    values: { ...texts, position: Number(position), ...(url === '-' ? { url: null, type: 1 } : { url, type: 0 }) },
  }));
  const tops = rows.flatMap(({ groupTitle, values }) => (groupTitle === '-' ? [values] : []));
  const ids = await insertRows('navigation', tops);
  const links = rows.flatMap(({ groupTitle, values }) => {
    const group = tops.findIndex(({ position, title }) => position === values.position && title === groupTitle);
    return groupTitle === '-' ? [] : [{ ...values, pid: ids[group] ?? null }];
  });
  await insertRows('navigation', links);
}

const padTwo = (value: number): string => String(value).padStart(2, '0');
const SOURCES = ['direct', 'search', 'search', 'referral', 'app', 'search', 'invitation', 'direct'] as const;

/** Members who registered at the start; the others registered one by one within the last weeks. */
const EARLY = 46;
const memberDraft = (nickname: string, index: number, password: string) => ({
  username: `member${String(index + 1).padStart(3, '0')}`,
  nickname,
  password,
  gender: index % 3,
  mobile: `139${String(20_000_000 + index * 7919)}`,
  email: `member${index + 1}@example.com`,
  birthday: `${1970 + (index % 34)}-${padTwo(1 + (index % 12))}-${padTwo(1 + (index % 28))}`,
  motto: mottos[index % mottos.length] ?? '',
  source: SOURCES[index % SOURCES.length] ?? 'direct',
});
async function seedNewcomers(context: DemoContext, password: string): Promise<void> {
  const [group] = (await context.loadIdsByName("SELECT id, name FROM `user_group` WHERE name = 'Members'")).values();
  const lateMembers = memberNames.slice(EARLY);
  for (let days = 29; days >= 0; days -= 1) {
    const newRows = lateMembers.flatMap((nickname, index) =>
      Math.round(29 * (1 - (index / lateMembers.length) ** 0.8)) === days
        ? [
            {
              ...memberDraft(nickname, EARLY + index, password),
              group_id: group ?? null,
              join_time: context.secondsAgo(days),
            },
          ]
        : [],
    );
    if (newRows.length > 0) await context.runDaysAgo(days, ({ insertRows }) => insertRows('user', newRows));
  }
}

async function seedCustomers(insertRows: InsertRows, password: string, ordinary: number | null): Promise<void> {
  const [partners = null] = await insertRows('user_group', [{ name: 'Partners', rules: ['*'] }]);
  const joined = Math.floor(Date.UTC(2026, 0, 5) / 1000);
  const members = await insertRows(
    'user',
    memberNames.slice(0, EARLY).map((nickname, index) => ({
      ...memberDraft(nickname, index, password),
      group_id: index % 9 === 0 ? partners : ordinary,
      join_time: joined + index * 86_400 * 3,
    })),
  );
  const companyIds = await insertRows(
    'enterprise',
    companies.map((company, index) => ({ ...company, status: index % 13 === 12 ? 0 : 1 })),
  );
  const enterpriseStaff = Array.from({ length: companyIds.length * 3 }, (_, index) => ({
    company_id: companyIds[Math.floor(index / 3)] ?? 0,
    uid: members[index % members.length] ?? 0,
    nickname: memberNames[index % memberNames.length] ?? '',
    department: departments[(index * 5) % departments.length] ?? '',
    is_head: index % 3 === 0 ? 1 : 0,
  }));
  await insertRows('enterprise_staff', enterpriseStaff);
}
