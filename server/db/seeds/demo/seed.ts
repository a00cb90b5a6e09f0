/** Demo data: a company as it could be, written through the same path as everything else. */
import type { Services } from '../../../context';
import { EDITOR_RULES, type Seeding } from '../base';
import { companies, departments } from './companies';
import { seedLedgers } from './seedLedgers';
import { demoOf, type Add, type Demo } from './demo';
import { desks, memberNames, mottos, staff, type Desk } from './people';
import { seedApps } from './seedApps';
import { seedPictures, type Album } from './seedPictures';
import { seedPlugins } from './seedPlugins';
import { seedArticles, seedCodes, seedLeads, seedTrials } from './seedRequests';
import { seedSite } from './seedSite';
import { seedVisits } from './seedVisits';
import { seedWatching } from './seedWatching';
import { categories, stories } from './stories';

/** Fills the house. Everybody in it signs in with the password of the first admin. */
export async function seedDemo(seeding: Seeding, password: string): Promise<void> {
  const demo = demoOf(seeding);
  const { services } = seeding;

  await demo.ago(200, ({ add }) => seedStaff(services, add, password));
  const album = await seedPictures(demo);
  await demo.ago(199, ({ add }) => seedContent(services, add, album));
  const members = (await demo.ids('SELECT id, name FROM `user_group`')).get('Members') ?? null;
  await demo.ago(198, ({ add }) => seedCustomers(add, password, members));
  await seedNewcomers(demo, password);
  const plugins = await seedPlugins(demo, album);
  const apps = await seedApps(demo, album);
  await seedSite(demo, album, apps);
  await seedArticles(demo, album, plugins);
  await seedLeads(demo);
  await seedTrials(demo, plugins);
  await seedCodes(demo);
  await seedLedgers(demo);
  await seedWatching(demo);
  await seedVisits(demo);
}

const idsByName = async (services: Services, sql: string): Promise<Map<string, number>> =>
  new Map((await services.db.rows<{ id: number; name: string }>(sql)).map(({ id, name }) => [name, Number(id)]));

async function seedStaff(services: Services, add: Add, password: string): Promise<void> {
  const groups = await idsByName(services, 'SELECT id, name FROM `admin_group`');
  for (const desk of desks) {
    const [id = 0] = await add('admin_group', [
      { name: desk.name, pid: groups.get(desk.under) ?? null, rules: rulesOf(desk), data_scope: desk.data_scope },
    ]);
    groups.set(desk.name, id);
  }
  const drafts = staff.map(([username, nickname, group]) => ({
    username,
    nickname,
    password,
    group_arr: [groups.get(group) ?? 0],
    email: `${username}@atrium.example.com`,
  }));
  await add('admin', drafts);
}

const VERBS = ['index', 'add', 'edit', 'del'] as const;
const rulesOf = ({ name, full, view, nodes }: Desk): string[] => [
  ...full.flatMap((entity) => VERBS.map((verb) => `${entity}/${verb}`)),
  ...view.map((entity) => `${entity}/index`),
  ...nodes,
  // Operations stands above the editors of every house and must hold what they hold.
  ...(name === 'Operations'
    ? EDITOR_RULES.filter((rule) => !full.some((entity) => rule.startsWith(`${entity}/`)))
    : []),
];

async function seedContent(services: Services, add: Add, album: Album): Promise<void> {
  const authors = await idsByName(services, 'SELECT id, username AS name FROM `admin`');
  const writers = ['ella_moore', 'chen_yu', 'sam_porter', 'lin_xi', 'nina_costa', 'editor'].map(
    (name) => authors.get(name) ?? 1,
  );
  const ids = await add(
    'news_category',
    categories.map((name) => ({ name })),
  );
  await add(
    'news',
    stories.map(({ category, ...story }, place) => ({
      ...story,
      cat_ids: [ids[category], place % 7 === 0 ? ids[(category + 3) % ids.length] : undefined].filter(
        (id) => id !== undefined,
      ),
      thumbnail: album.cover(place),
      admin_id: writers[place % writers.length] ?? 1,
      status: place % 11 === 5 ? 0 : 1,
    })),
  );
  await seedNavigation(add);
}

/** title, url, titles below */
const TREE: readonly (readonly [string, string | null, readonly (readonly [string, string])[]])[] = [
  ['首页 Home', '/', []],
  [
    '产品 Products',
    null,
    [
      ['功能 Features', '/features'],
      ['价格 Pricing', '/pricing'],
      ['更新日志 Changelog', '/changelog'],
    ],
  ],
  ['新闻 News', '/news', []],
  ['客户 Customers', '/customers', []],
  [
    '关于 About',
    null,
    [
      ['团队 Team', '/about'],
      ['招聘 Careers', '/careers'],
      ['联系 Contact', '/contact'],
    ],
  ],
];
const FOOTER: readonly (readonly [string, string])[] = [
  ['帮助 Help', '/help'],
  ['隐私 Privacy', '/privacy'],
  ['条款 Terms', '/terms'],
  ['API', '/docs/api'],
];

async function seedNavigation(add: Add): Promise<void> {
  const tops = await add(
    'navigation',
    TREE.map(([title, url, below]) => ({ title, url, type: below.length > 0 ? 1 : 0 })),
  );
  const children = TREE.flatMap(([, , below], place) =>
    below.map(([title, url]) => ({ title, url, pid: tops[place] ?? null })),
  );
  await add('navigation', children);
  await add(
    'navigation',
    FOOTER.map(([title, url]) => ({ title, url, position: 1 })),
  );
}

const two = (value: number): string => String(value).padStart(2, '0');
const SOURCES = ['direct', 'search', 'search', 'referral', 'app', 'search', 'invitation', 'direct'] as const;

/** So many members were there from the beginning; the others came one by one within the last weeks. */
const EARLY = 46;
const memberDraft = (nickname: string, place: number, password: string) => ({
  username: `member${String(place + 1).padStart(3, '0')}`,
  nickname,
  password,
  gender: place % 3,
  mobile: `139${String(20_000_000 + place * 7919)}`,
  email: `member${place + 1}@example.com`,
  birthday: `${1970 + (place % 34)}-${two(1 + (place % 12))}-${two(1 + (place % 28))}`,
  motto: mottos[place % mottos.length] ?? '',
  source: SOURCES[place % SOURCES.length] ?? 'direct',
});
async function seedNewcomers(demo: Demo, password: string): Promise<void> {
  const [group] = (await demo.ids("SELECT id, name FROM `user_group` WHERE name = 'Members'")).values();
  const late = memberNames.slice(EARLY);
  for (let days = 29; days >= 0; days -= 1) {
    const drafts = late.flatMap((nickname, at) =>
      Math.round(29 * (1 - (at / late.length) ** 0.8)) === days
        ? [
            {
              ...memberDraft(nickname, EARLY + at, password),
              group_id: group ?? null,
              join_time: demo.secondsAgo(days),
            },
          ]
        : [],
    );
    if (drafts.length > 0) await demo.ago(days, ({ add }) => add('user', drafts));
  }
}

async function seedCustomers(add: Add, password: string, ordinary: number | null): Promise<void> {
  const [partners = null] = await add('user_group', [{ name: 'Partners', rules: ['*'] }]);
  const joined = Math.floor(Date.UTC(2026, 0, 5) / 1000);
  const members = await add(
    'user',
    memberNames.slice(0, EARLY).map((nickname, place) => ({
      ...memberDraft(nickname, place, password),
      group_id: place % 9 === 0 ? partners : ordinary,
      join_time: joined + place * 86_400 * 3,
    })),
  );
  const houses = await add(
    'enterprise',
    companies.map((company, place) => ({ ...company, status: place % 13 === 12 ? 0 : 1 })),
  );
  const desksOf = Array.from({ length: houses.length * 3 }, (_, place) => ({
    company_id: houses[Math.floor(place / 3)] ?? 0,
    uid: members[place % members.length] ?? 0,
    nickname: memberNames[place % memberNames.length] ?? '',
    department: departments[(place * 5) % departments.length] ?? '',
    is_head: place % 3 === 0 ? 1 : 0,
  }));
  await add('enterprise_staff', desksOf);
}
