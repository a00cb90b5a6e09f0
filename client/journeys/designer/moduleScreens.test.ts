/** The screen of a module in the console: loaded when it is opened, live for two admins, and contained when it fails. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { CODE_TRUSTING_ENV, packFiles } from '../../../server/testing/modulePackages';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';
import { openMenuGroups } from '../../testing/browser/openMenuGroups';
import { openSignedIn, waitUntilEqual, type Viewer } from '../../testing/browser/viewer';
import type { Product } from '../../testing/product/startProduct';

const withBrowser = chromiumPath() === null ? describe.skip : describe;

const PROGRAM = `
const make = (name, text) => Object.assign(document.createElement(name), { textContent: text });
export function mount(element, { api, t, theme, locale, subscribe }) {
  const list = make('ul', '');
  list.style.color = 'var(--mui-palette-text-primary)';
  const load = async () => {
    const { list: rows } = await api.get('/admin/note/index', { limit: '50' });
    list.replaceChildren(...rows.map(({ text }) => make('li', text)));
  };
  const [add, crash, refused] = [make('button', 'Add a note'), make('button', 'Crash'), make('button', 'Ask outside')];
  add.addEventListener('click', () => api.post('/admin/note/add', { text: 'from the board' }));
  crash.addEventListener('click', () => { throw new Error('planned failure'); });
  refused.addEventListener('click', () => api.get('/api/index').catch(({ message }) => refused.after(message)));
  element.append(make('h1', t({ en: 'Board of notes', 'zh-cn': '便签板' }) + ' ' + locale + ' ' + theme.mode), list, add, crash, refused);
  void load();
  return subscribe('note', load);
}
`;
const archive = () =>
  packFiles(
    {
      uid: 'notes',
      permissions: ['entities', 'screens'],
      screens: [{ name: 'board', title: { en: 'Note board', 'zh-cn': '便签板' }, icon: 'chart', menu: 'content' }],
    },
    {
      'screens/board.mjs': PROGRAM,
      'entities/note.json': {
        name: 'note',
        spec: {
          menu: 'content',
          icon: 'category',
          sensitivity: 'internal',
          title: 'text',
          form: ['text'],
          list: { columns: ['id', 'text', 'create_time'], sort: '-id' },
          access: { staff: 'crud' },
          labels: {
            en: { $one: 'Note', $many: 'Notes', text: 'Text' },
            'zh-cn': { $one: '便签', $many: '便签', text: '内容' },
          },
          fields: { text: { kind: 'text', options: { required: true, max: 80 } } },
        },
      },
    },
  );

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

withBrowser('the screen of a module', () => {
  const environments = createBrowserEnvironments();
  let product: Product;
  let browser: Browser;
  let anna: Viewer;
  let ben: Viewer;
  const programs: string[] = [];
  beforeAll(async () => {
    ({ product, browser } = await environments.open({ env: { ...CODE_TRUSTING_ENV, SEED: 'base' } }));
    const enter = () => openSignedIn(browser, product.url, { locale: 'en-GB' });
    [anna, ben] = await Promise.all([enter(), enter()]);
    anna.page.on('request', (request) => {
      if (request.url().endsWith('.mjs')) programs.push(new URL(request.url()).pathname);
    });
  });
  afterAll(environments.close);

  it('the review shows its program, and the entry of the menu comes without a reload', async () => {
    const { page } = anna;
    await page.goto(`${product.url}/admin/module`);
    await button(page, 'Upload package').waitFor();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'notes-1.0.0.zip', mimeType: 'application/zip', buffer: archive() });
    const dialog = page.getByRole('dialog');
    await dialog.getByText('run code in the console').waitFor();
    await dialog.getByText('screens/board.mjs').click();
    await dialog.getByText('export function mount').waitFor();
    await dialog.getByRole('button', { name: 'Install' }).click();
    await dialog.getByText('Success · 100 %').waitFor({ timeout: 60_000 });
    await dialog.getByRole('button', { name: 'Close' }).click();
    await waitUntilEqual(async () => {
      await openMenuGroups(page);
      return page.locator('nav a[href$="/admin/screens/notes/board"]').isVisible();
    }, true);
    expect(programs).toEqual([]);
  });

  it('opened, it shows its rows in the language of the reader, and follows the writes of others live', async () => {
    for (const { page } of [anna, ben]) {
      await page.goto(`${product.url}/admin/screens/notes/board`);
      await page.getByText('Board of notes en light').waitFor();
    }
    expect(programs).toEqual(['/storage/modules/notes/1.0.0/board.mjs']);
    await button(anna.page, 'Add a note').click();
    for (const { page } of [anna, ben]) await page.getByRole('listitem').getByText('from the board').waitFor();
    await button(anna.page, 'Ask outside').click();
    await anna.page.getByText('/api/index is no route of the console').waitFor();
  });

  it('a failed screen shows an error in its place; the console keeps working, and the screen can be opened again', async () => {
    const { page } = anna;
    await button(page, 'Crash').click();
    await page.getByText('The screen of the module failed').waitFor();
    await page.getByText('planned failure').waitFor();
    expect(await button(page, 'Add a note').isVisible()).toBe(false);
    await button(page, 'Try again').click();
    await page.getByText('Board of notes en light').waitFor();
    await page.goto(`${product.url}/admin/note`);
    await page.getByText('from the board').first().waitFor();
  });
});
