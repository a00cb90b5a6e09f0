/** The public demo site: what guests see, in both languages. */
import { apps as customerApps } from './apps/apps';
import { splitEvenly, weighed, type DemoContext, type SeedRow } from './demoContext';
import { banners, blocks, cases, pages } from './pageTexts';
import { withContent } from './parseTable';
import type { ImageAlbum } from './seedImages';
import { devices, hardware, products, solutions, templates } from './siteTexts';

const splitList = (cell: string, separator: string): string[] => cell.split(separator).map((part) => part.trim());

export async function seedSite(demo: DemoContext, album: ImageAlbum, apps: readonly number[]): Promise<void> {
  const kinds = await demo.runDaysAgo(188, async ({ insertRows }) => ({
    hardware: await insertRows('hardware', hardware),
    devices: await insertRows('device', devices),
  }));
  const shown = await seedCases(demo, album, apps);
  await demo.runDaysAgo(96, ({ insertRows }) =>
    insertRows(
      'product',
      weighed(products).map((product, productIndex) => ({
        ...withContent(product),
        labels: splitList(product.labels, ','),
        labels_en: splitList(product.labels_en, ','),
        thumbnail: album.product(productIndex),
        terminal_ids: kinds.devices.filter((_, index) => (index + productIndex) % 2 === 0),
        hardware_ids: kinds.hardware.filter((_, index) => (index + productIndex) % 3 === 0),
        app_ids: apps.filter((_, index) => index % products.length === productIndex),
        case_ids: shown.filter((_, index) => index % products.length === productIndex),
      })),
    ),
  );
  await seedFrame(demo, album);
}

async function seedCases(demo: DemoContext, album: ImageAlbum, apps: readonly number[]): Promise<readonly number[]> {
  const ids: number[] = [];
  for (const [round, chunk] of splitEvenly(cases, 4).entries()) {
    const newRows = chunk.map(([customerCase, index]) => ({
      ...withContent(customerCase),
      thumbnail: album.showcase(index),
      app_ids: apps.filter((_, at) => isAppOfCase(at, customerCase)),
    }));
    ids.push(...(await demo.runDaysAgo(170 - round * 33, ({ insertRows }) => insertRows('showcase', newRows))));
  }
  return ids;
}

/** Titles of cases begin with the name of the customer, whose app has the same company. */
const isAppOfCase = (at: number, { title, title_en }: (typeof cases)[number]): boolean => {
  const [company = ''] = customerApps[at] ?? [];
  return title.startsWith(`${company}：`) || title_en.startsWith(`${company}:`);
};

/** Rarely edited content first: solutions and pages. */
async function seedFrame(demo: DemoContext, album: ImageAlbum): Promise<void> {
  const lists = await demo.loadIdsByName('SELECT id, url AS name FROM `navigation` WHERE url IS NOT NULL');
  const casesByTitle = await demo.loadIdsByName('SELECT id, title AS name FROM `showcase`');
  await demo.runDaysAgo(84, async ({ insertRows }) => {
    await insertRows('solution', weighed(solutions.map(getSolution(casesByTitle))));
    await insertRows('page', weighed(pages.map(withContent)));
  });
  await demo.runDaysAgo(30, async ({ insertRows }) => {
    await insertRows('banner', weighed(banners.map(getBanner(album, lists))));
    await insertRows('home_block', weighed(blocks.map(getBlock(album))));
    await insertRows('site_template', templates.map(getTemplate));
  });
}

/** How the titles of the cases of each solution begin; the clinics have none yet. */
const SOLUTION_CASES = [
  ['Northwind'],
  ['百川水务', 'Osprey'],
  ['Cedar Point'],
  ['Bluebird', '鼎盛食品'],
  [],
  ['北辰教育'],
] as const;
const getSolution =
  (casesByTitle: ReadonlyMap<string, number>) =>
  (solution: (typeof solutions)[number], index: number): SeedRow => {
    const names = SOLUTION_CASES[index] ?? [];
    const caseIds = [...casesByTitle].flatMap(([title, id]) =>
      names.some((name) => title.startsWith(name)) ? [id] : [],
    );
    return { ...withContent(solution), is_show_case: names.length > 0 ? 1 : 0, case_ids: caseIds };
  };
/** The pages on top of which each banner stands; the last banner stands at the bottom of every page. */
const BANNER_PAGES = ['/products', '/solutions', '/plugins', '/news'] as const;
const getBanner =
  (album: ImageAlbum, lists: ReadonlyMap<string, number>) =>
  (banner: (typeof banners)[number], index: number): SeedRow => ({
    ...banner,
    image: album.wide(index),
    image_mobile: album.tall(index),
    navigation_ids: [lists.get(BANNER_PAGES[index] ?? '')].filter((id) => id !== undefined),
    position: index === banners.length - 1 ? 1 : 0,
  });
const getBlock =
  (album: ImageAlbum) =>
  ({ name, titles, titles_en, contents, contents_en }: (typeof blocks)[number], index: number): SeedRow => ({
    name,
    titles: splitList(titles, ';'),
    titles_en: splitList(titles_en, ';'),
    contents: splitList(contents, ';'),
    contents_en: splitList(contents_en, ';'),
    banner_img: index % 2 === 0 ? album.block(index / 2) : null,
    banner_img_mobile: index % 2 === 0 ? album.tallBlock(index / 2) : null,
    banner_status: index % 2 === 0 ? 1 : 0,
    full_banner: 0,
    is_al: name === 'numbers' || name === 'contact' ? 0 : 1,
    css_pc: index === 0 ? 'h1 { letter-spacing: -0.035em; }' : null,
    css_mobile: index === 0 ? 'h1 { font-size: 2.5rem; }' : null,
  });
const getTemplate = ([sign = '', type = '', title = '', remark = '']: readonly string[], index: number): SeedRow => ({
  sign,
  type,
  title,
  remark,
  form_data: { theme: index % 2 === 0 ? 'light' : 'dark', columns: 2 + (index % 3) },
  status: index === 5 ? 0 : 1,
});
