/** Demo data: a company as it could be, written through the same path as everything else. */
import type { Json } from '../../../../common/entity/field';
import type { Within } from '../../../engine/writer';
import type { Kit } from '../../../kit';
import { EDITOR_RULES, entityNamed, seedCtx, type Seeding } from '../base';
import { companies, departments } from './companies';
import { desks, memberNames, mottos, staff, type Desk } from './people';
import { categories, stories } from './stories';

type Draft = Readonly<Record<string, Json>>;
type Add = (entity: string, drafts: readonly Draft[]) => Promise<readonly number[]>;

/** Fills the house. Everybody in it signs in with the password of the first admin. */
export async function seedDemo({ kit, writer }: Seeding, password: string): Promise<void> {
  const within = (work: (add: Add, within: Within) => Promise<void>) =>
    writer.inTransaction(seedCtx(kit), (inner) => work(adder(kit, inner), inner));
  await within((add) => seedStaff(kit, add, password));
  await within((add) => seedContent(kit, add));
  await within((add) => seedCustomers(add, password));
}

const adder =
  (kit: Kit, within: Within): Add =>
  async (entity, drafts) =>
    (await within.createMany(entityNamed(kit, entity), drafts)).rows.map(({ id }) => id);

const idsByName = async (kit: Kit, sql: string): Promise<Map<string, number>> =>
  new Map((await kit.db.rows<{ id: number; name: string }>(sql)).map(({ id, name }) => [name, Number(id)]));

async function seedStaff(kit: Kit, add: Add, password: string): Promise<void> {
  const groups = await idsByName(kit, 'SELECT id, name FROM `admin_group`');
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

async function seedContent(kit: Kit, add: Add): Promise<void> {
  const authors = await idsByName(kit, 'SELECT id, username AS name FROM `admin`');
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
const SOURCES = ['direct', 'search', 'referral', 'invitation', 'app'] as const;

async function seedCustomers(add: Add, password: string): Promise<void> {
  const groups = await add('user_group', [{ name: 'Members' }, { name: 'Partners' }]);
  const joined = Math.floor(Date.UTC(2026, 0, 5) / 1000);
  const members = await add(
    'user',
    memberNames.map((nickname, place) => ({
      username: `member${String(place + 1).padStart(3, '0')}`,
      nickname,
      password,
      group_id: groups[place % 9 === 0 ? 1 : 0] ?? null,
      gender: place % 3,
      mobile: `139${String(20_000_000 + place * 7919)}`,
      email: `member${place + 1}@example.com`,
      birthday: `${1970 + (place % 34)}-${two(1 + (place % 12))}-${two(1 + (place % 28))}`,
      motto: mottos[place % mottos.length] ?? '',
      money: (place * 1237) % 500_000,
      score: (place * 53) % 4000,
      source: SOURCES[place % SOURCES.length] ?? 'direct',
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
