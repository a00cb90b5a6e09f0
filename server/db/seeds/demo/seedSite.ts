/** The public demo site: what guests see, in both languages. */
import { splitEvenly, type DemoContext, type SeedRow } from './demoContext';
import { parseParagraphs } from './parseTable';
import type { PictureAlbum } from './seedPictures';
import { banners, blocks, cases, devices, hardware, pages, products, solutions, templates } from './siteTexts';

const listed = (cell: string): string[] => cell.split(';').map((part) => part.trim());

export async function seedSite(demo: DemoContext, album: PictureAlbum, apps: readonly number[]): Promise<void> {
  const kinds = await demo.runDaysAgo(188, async ({ insertRows }) => ({
    hardware: await insertRows(
      'hardware',
      hardware.map(([name = '', icon = '']) => ({ name, icon })),
    ),
    devices: await insertRows(
      'device',
      devices.map(([name = '', icon = '']) => ({ name, icon })),
    ),
  }));
  const shown = await seedCases(demo, album, apps);
  await demo.runDaysAgo(96, ({ insertRows }) =>
    insertRows(
      'product',
      products.map(([title = '', subTitle = '', description = '', labels = '', content = ''], at) => ({
        title,
        sub_title: subTitle,
        description,
        labels: labels.split(','),
        content: parseParagraphs(content),
        thumbnail: album.cover(at + 2),
        terminal_ids: kinds.devices.filter((_, index) => (index + at) % 2 === 0),
        hardware_ids: kinds.hardware.filter((_, index) => (index + at) % 3 === 0),
        app_ids: apps.filter((_, index) => index % products.length === at),
        case_ids: shown.filter((_, index) => index % products.length === at),
      })),
    ),
  );
  await seedFrame(demo, album);
}

async function seedCases(demo: DemoContext, album: PictureAlbum, apps: readonly number[]): Promise<readonly number[]> {
  const ids: number[] = [];
  for (const [round, chunk] of splitEvenly(cases, 4).entries()) {
    const drafts = chunk.map(([[title = '', info = '', description = '', content = ''], at]) => ({
      title,
      info,
      description,
      content: parseParagraphs(content),
      thumbnail: album.cover(at),
      app_ids: apps.slice(at * 2, at * 2 + 2),
    }));
    ids.push(...(await demo.runDaysAgo(170 - round * 33, ({ insertRows }) => insertRows('showcase', drafts))));
  }
  return ids;
}

/** Rarely edited content first: solutions and pages. */
async function seedFrame(demo: DemoContext, album: PictureAlbum): Promise<void> {
  const navigation = [
    ...(await demo.loadIdsByName('SELECT id, title AS name FROM `navigation` WHERE pid IS NULL ORDER BY id')).values(),
  ];
  await demo.runDaysAgo(84, async ({ insertRows }) => {
    await insertRows('solution', solutions.map(solutionOf));
    await insertRows('page', pages.map(pageOf));
  });
  await demo.runDaysAgo(30, async ({ insertRows }) => {
    await insertRows('banner', banners.map(bannerOf(album, navigation)));
    await insertRows('home_block', blocks.map(blockOf(album)));
    await insertRows('site_template', templates.map(templateOf));
  });
}

type Cells = readonly string[];
const solutionOf = ([title = '', description = '', content = '']: Cells, at: number): SeedRow => ({
  title,
  description,
  content: parseParagraphs(content),
  is_show_case: at % 3 === 2 ? 0 : 1,
});
const pageOf = ([slug = '', title = '', seoTitle = '', seoText = '', content = '']: Cells): SeedRow => ({
  slug,
  title,
  seo_title: seoTitle,
  seo_description: seoText,
  content: parseParagraphs(content),
});
const bannerOf =
  (album: PictureAlbum, navigation: readonly number[]) =>
  ([title = '', subTitle = '', jump = '']: Cells, at: number): SeedRow => ({
    title,
    sub_title: subTitle,
    jump_url: jump,
    image: album.wide(at),
    image_mobile: album.tall(at),
    navigation_ids: navigation.slice(at % 3, (at % 3) + 2),
    position: at === 4 ? 1 : 0,
  });
const blockOf =
  (album: PictureAlbum) =>
  ([name = '', titles = '', contents = '']: Cells, at: number): SeedRow => ({
    name,
    titles: listed(titles),
    contents: listed(contents),
    banner_img: at % 2 === 0 ? album.wide(at) : null,
    banner_img_mobile: at % 2 === 0 ? album.tall(at) : null,
    banner_status: at % 2 === 0 ? 1 : 0,
    full_banner: at === 0 ? 1 : 0,
    is_al: at % 3 === 1 ? 0 : 1,
    css_pc: at === 0 ? 'h2 { font-size: 3rem; letter-spacing: -0.02em; }' : null,
    css_mobile: at === 0 ? 'h2 { font-size: 2rem; }' : null,
  });
const templateOf = ([sign = '', type = '', title = '', remark = '']: Cells, at: number): SeedRow => ({
  sign,
  type,
  title,
  remark,
  form_data: { theme: at % 2 === 0 ? 'light' : 'dark', columns: 2 + (at % 3) },
  status: at === 5 ? 0 : 1,
});
