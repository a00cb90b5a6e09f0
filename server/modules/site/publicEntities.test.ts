/** Every entity whose rows guests may read is seen on some page of the site: the demo's pages contain a text of each. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GUEST, grantedRows, readableColumns } from '../../../common/entity/access';
import type { AnyEntity } from '../../../common/entity/entity';
import { startTestServer, type TestServer } from '../../testing/testServer';
import { loadPage, type PageRequest } from './pages/loadPage';
import { readSite } from './siteReader';
import { SECTION_NAMES, SITE_SECTIONS, type SectionName } from '../../../common/site/siteSections';
import { rowKey } from './pages/cards';

const ORIGIN = 'https://site.example';
/** Rows of each section whose pages are loaded. */
const ROWS_OF_SECTION = 40;

describe('entities that guests may read', () => {
  let testServer: TestServer;
  let siteText = '';
  beforeAll(async () => {
    testServer = await startTestServer({ seed: 'demo' });
    siteText = await loadSiteText();
  }, 300_000);
  afterAll(() => testServer.close());

  const load = async (route: PageRequest['route']) =>
    JSON.stringify((await loadPage(testServer.services, { lang: 'zh-cn', route, origin: ORIGIN }, {})).data);
  const getDetails = (section: SectionName) =>
    readSite(testServer.services, async (reader) => {
      const rows = await reader.rows(SITE_SECTIONS[section].entity, { limit: ROWS_OF_SECTION });
      return rows.map((row) => ({ page: 'detail', section, key: rowKey(section, row) }) as const);
    });
  const loadSiteText = async () => {
    const pages = [await load({ page: 'home' }), await load({ page: 'contact' }), await load({ page: 'trial' })];
    for (const section of SECTION_NAMES) {
      pages.push(await load({ page: 'list', section, number: 1 }));
      for (const route of await getDetails(section)) pages.push(await load(route));
    }
    pages.push(await load({ page: 'page', slug: 'about' }));
    return pages.join('\n');
  };

  /** Texts of published rows of an entity, long enough that no other text of the site contains them by chance. */
  const loadTexts = async (entity: AnyEntity): Promise<readonly string[]> => {
    const columns = readableColumns(GUEST, entity).filter(({ name, long }) => !long && !name.endsWith('_en'));
    const rows = await readSite(testServer.services, (reader) => reader.rows(entity.name, { limit: 200 }));
    return rows
      .flatMap((row) => columns.map(({ name }) => row[name]))
      .flat()
      .filter((text): text is string => typeof text === 'string' && text.length >= 2 && !/^[\d:. -]+$/.test(text));
  };

  it('each has published rows in the demo, and a page shows one of them', async () => {
    const entities = testServer.services.registry.all.filter(
      (entity) => grantedRows(GUEST, entity, 'read') !== undefined,
    );
    expect(entities.length).toBeGreaterThan(10);
    const unseen = [];
    for (const entity of entities) {
      const texts = await loadTexts(entity);
      if (!texts.some((text) => siteText.includes(JSON.stringify(text).slice(1, -1))))
        unseen.push([entity.name, texts.length]);
    }
    expect(unseen).toEqual([]);
  });
});
