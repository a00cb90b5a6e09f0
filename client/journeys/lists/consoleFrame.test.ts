/** The console's frame: tabs that survive a reload, typed text that survives a visit to another tab, search, layouts. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, ConsoleMessage, Page } from 'playwright-core';
import { adminLayout as words } from '../../../common/locales/en/adminLayout';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { COLOR_NAMES } from '../../shared/store/layout';
import { waitUntilEqual, openViewer, signIn } from '../../testing/browser/viewer';
import { callAsAdmin } from '../../testing/browser/callAsAdmin';
import type { Product } from '../../testing/product/startProduct';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';

const withBrowser = chromiumPath() === null ? describe.skip : describe;
const getTabs = (page: Page) => page.locator('nav[aria-label="Open pages"] a');

withBrowser('the frame of the console', () => {
  const stages = createBrowserEnvironments();
  let product: Product;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    ({ product, browser } = await stages.open());
    const viewer = await openViewer(browser);
    ({ page } = viewer);
    await signIn(viewer, product.url);
    await page.waitForURL('**/admin/dashboard');
  });
  afterAll(stages.close);

  // @spec P2-026
  it('keeps tabs over a reload, and typed text over a visit to another tab', async () => {
    const menu = page.locator('nav[aria-label="Main menu"]');
    await menu.getByRole('button', { name: 'Content' }).click();
    await menu.locator('a[href="/admin/news"]').click();
    await getTabs(page)
      .filter({ hasText: /^News$/ })
      .waitFor();
    await menu.getByRole('button', { name: 'Membership' }).click();
    await menu.locator('a[href="/admin/user"]').click();
    await getTabs(page).filter({ hasText: 'Members' }).waitFor();
    await page.reload();
    await getTabs(page).first().waitFor();
    await waitUntilEqual(() => getTabs(page).allTextContents(), ['Overview', 'News', 'Members']);
    await page.goto(`${product.url}/admin/news?record=3`);
    const title = page.locator('aside input').first();
    await title.fill('Not saved yet');
    await getTabs(page).filter({ hasText: 'Members' }).click();
    await page.waitForURL('**/admin/user');
    // The address changes before the screen: wait until the left form is unmounted before returning to it.
    await page.getByRole('heading', { name: 'Members', exact: true, level: 1 }).waitFor();
    await waitUntilEqual(() => page.getByRole('img', { name: 'unsaved' }).count(), 1);
    await getTabs(page).filter({ hasText: 'News' }).click();
    await title.waitFor();
    await waitUntilEqual(() => title.inputValue(), 'Not saved yet');
    await page.getByRole('img', { name: 'unsaved' }).waitFor();
    await page.getByRole('button', { name: 'Close News' }).click();
    await page.getByText('Draft saved').waitFor();
    await page.waitForURL('**/admin/user');
    await waitUntilEqual(() => getTabs(page).allTextContents(), ['Overview', 'Members']);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('finds a record in the palette and opens it', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or jump to…' }).fill('Two editors');
    await page
      .getByRole('option', { name: /两人同时编辑/ })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/admin\/news\/\d+$/);
  });

  // @spec P9-013 P9-014 P9-015
  it('has a menu of 260 px, 64 px when collapsed, 0 px on a narrow screen', async () => {
    await page.goto(`${product.url}/admin/user`);
    const nav = page.locator('nav[aria-label="Main menu"]');
    const hasWidth = (wanted: number) =>
      page.waitForFunction(
        ([name, width]) =>
          Math.round(document.querySelector(`nav[aria-label="${name}"]`)?.getBoundingClientRect().width ?? 0) === width,
        ['Main menu', wanted] as const,
      );
    await nav.waitFor();
    await hasWidth(260);
    await page.getByRole('button', { name: 'Collapse menu' }).click();
    await hasWidth(64);
    await page.getByRole('button', { name: 'Expand menu' }).click();
    await hasWidth(260);
    await page.setViewportSize({ width: 800, height: 900 });
    await hasWidth(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    await hasWidth(260);
  });

  // @spec P8-020
  // @covers fault navigation.range
  it('moves a tab by keyboard and announces where it cannot move', async () => {
    await page.goto(`${product.url}/admin/news`);
    await getTabs(page)
      .filter({ hasText: /^News$/ })
      .waitFor();
    const before = await getTabs(page).allTextContents();
    await getTabs(page).last().focus();
    await page.keyboard.press('Control+Shift+ArrowRight');
    await page.getByText('The position is beyond the movable range!').waitFor();
    expect(await getTabs(page).allTextContents()).toEqual(before);
    await page.keyboard.press('Control+Shift+ArrowLeft');
    const moved = [...before.slice(0, -2), ...before.slice(-2).reverse()];
    await page.waitForFunction(
      (wanted) =>
        [...document.querySelectorAll('nav[aria-label="Open pages"] a')].map((a) => a.textContent).join() === wanted,
      moved.join(),
    );
  });

  // @spec P2-026 P2-071
  // @covers tab reload, tab close, tab others, tab all, tab full
  it('runs every entry of a tab’s menu, full screen included', async () => {
    const act = async (tab: string, name: string) => {
      await getTabs(page).filter({ hasText: tab }).click({ button: 'right' });
      await page.getByRole('menu').getByRole('menuitem', { name, exact: true }).click();
      await page.getByRole('menu').waitFor({ state: 'detached' });
    };
    const titles = (...wanted: readonly string[]) => waitUntilEqual(() => getTabs(page).allTextContents(), [...wanted]);
    const opened = async (noun: string, title: string) => {
      await page.goto(`${product.url}/admin/${noun}`);
      await page.getByRole('heading', { name: title, exact: true, level: 1 }).waitFor();
    };
    await opened('user', 'Members');
    await act('Members', 'Close all');
    await page.waitForURL('**/admin/dashboard');
    await titles('Overview');
    await opened('user', 'Members');
    await opened('news', 'News');
    await titles('Overview', 'Members', 'News');
    const heading = page.locator('main h1');
    await heading.evaluate((element) => element.setAttribute('data-old', ''));
    await act('News', 'Reload');
    await page.locator('main h1:not([data-old])').waitFor();
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    await act('News', 'Full screen');
    await menu.waitFor({ state: 'detached' });
    expect([await page.getByRole('banner').count(), await getTabs(page).count()]).toEqual([0, 0]);
    await page.getByRole('button', { name: 'Exit full screen' }).waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor();
    await act('Overview', 'Close');
    await titles('Members', 'News');
    await act('Members', 'Close others');
    await page.waitForURL('**/admin/user');
    await titles('Members');
  });

  // @spec P2-064 P2-065 P2-066 P2-067 P2-069 P2-070 P2-068
  // @covers mode Default, layout layoutMode, mode Classic, mode Single, mode Double, layout menuWidth
  // @covers layout menuCollapse, layout menuUniqueOpened, layout menuShowTopBar, layout menuDefaultIcon
  // @covers layout mainAnimation, layout menuBackground, layout menuColor, layout menuActiveBackground
  // @covers layout menuActiveColor, layout menuTopBarBackground, layout headerBarBackground, layout headerBarTabColor
  // @covers layout headerBarTabActiveBackground, layout headerBarTabActiveColor, layout headerBarHoverBackground
  it('applies every layout option at once, keeps it over a reload, and restores the defaults', async () => {
    const { add } = await callAsAdmin(product.url);
    const plain = { type: 'menu', menu_type: 'link', title: 'Without a sign', name: 'unsigned', url: '/', weigh: 9000 };
    await add('menu_rule', plain);
    await page.goto(`${product.url}/admin/news`);
    const nav = page.getByRole('navigation', { name: 'Main menu' });
    // Found by a CSS selector: elements beneath the open drawer have no role.
    const sign = () => page.locator('nav a', { hasText: 'Without a sign' }).locator('svg').innerHTML();
    const drawer = page.getByRole('dialog', { name: 'Layout' });
    const flip = (name: string) => drawer.getByLabel(name).click();
    const pick = async (field: string, option: string) => {
      await drawer.getByRole('combobox', { name: new RegExp(`^${field}`) }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
      await page.getByRole('listbox').waitFor({ state: 'detached' });
    };
    /** Width and color of the menu, its open groups, the name above it, the page animation, the color scheme. */
    const looks = () =>
      page.evaluate(() => {
        const menu = document.querySelector('nav[aria-label="Main menu"]');
        if (menu === null) return [];
        const stage = document.querySelector('#main > div');
        return [
          Math.round(menu.getBoundingClientRect().width),
          getComputedStyle(menu).backgroundColor,
          menu.querySelectorAll('button[aria-expanded=true]').length === 1,
          menu.textContent.includes('Atrium'),
          stage === null ? '' : getComputedStyle(stage).animationName === 'none',
          getComputedStyle(document.documentElement).colorScheme,
        ];
      });
    await nav.getByRole('link', { name: 'Without a sign' }).waitFor();
    const [usual, usualSign] = [await looks(), await sign()];
    expect(usual).toEqual([260, 'rgb(255, 255, 255)', true, true, false, 'light']);
    await page.getByRole('button', { name: 'Layout' }).click();
    for (const [name, mode] of [
      ['Classic', 'Classic'],
      ['Single column', 'Single'],
      ['Double column', 'Double'],
      ['Default', 'Default'],
    ] as const) {
      await drawer.getByRole('button', { name, exact: true }).click();
      await page.locator(`[data-layout=${mode}]`).waitFor();
    }
    for (const [index, name] of COLOR_NAMES.entries())
      await drawer.getByLabel(`${words.layout.color[name]}, Dark`, { exact: true }).fill(`#1020${30 + index}`);
    await pick('Theme', 'Dark');
    // Where each color is used; the last one only under the pointer.
    const colors = COLOR_NAMES.map((_, index) => `rgb(16, 32, ${Number.parseInt(String(30 + index), 16)})`);
    const unseen = () =>
      page.evaluate((wanted) => {
        const styles = [...document.querySelectorAll('[data-layout] *')].map((one) => getComputedStyle(one));
        const used = new Set(styles.flatMap(({ color, backgroundColor }) => [color, backgroundColor]));
        return wanted.filter((one) => !used.has(one));
      }, colors);
    await waitUntilEqual(unseen, colors.slice(COLOR_NAMES.indexOf('headerBarHoverBackground')));
    await pick('Theme', 'Light');
    await drawer.getByRole('slider', { name: 'Menu width' }).press('ArrowRight');
    await waitUntilEqual(looks, [270, ...usual.slice(1)]);
    await flip('Collapse to icons');
    await waitUntilEqual(async () => (await looks())[0], 64);
    await flip('Collapse to icons');
    await flip('Open one group at a time');
    await flip('Show the name above the menu');
    await pick('Page transition', 'None');
    await pick('Theme', 'Dark');
    await pick('Default icon', 'article');
    const changed = [270, 'rgb(16, 32, 48)', true, false, true, 'dark'];
    await waitUntilEqual(looks, changed);
    const otherSign = await sign();
    expect(otherSign).not.toBe(usualSign);
    await page.reload();
    await nav.getByRole('link', { name: 'Without a sign' }).waitFor();
    // Opening a group closes the open one.
    await nav.getByRole('button', { name: 'Catalog' }).click();
    await waitUntilEqual(looks, changed);
    await nav.getByRole('button', { name: 'Content' }).click();
    await nav.getByRole('link', { name: 'News', exact: true }).waitFor();
    expect(await sign()).toBe(otherSign);
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Search/ })
      .hover();
    await waitUntilEqual(unseen, colors.slice(4, 5)); // the bar above the menu is put away
    await page.getByRole('button', { name: 'Layout' }).click();
    await pick('Theme', 'Light');
    await drawer.getByRole('button', { name: 'Restore defaults' }).click();
    const sure = page.getByRole('dialog', { name: /Restore/ });
    await sure.getByRole('button', { name: 'Restore defaults' }).click();
    await sure.waitFor({ state: 'detached' });
    await waitUntilEqual(looks, usual);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
  });

  it('keeps every entry reachable where the top bar is too narrow for the whole menu', async () => {
    await page.setViewportSize({ width: 1024, height: 800 });
    const arrange = async (name: string) => {
      await page.getByRole('button', { name: 'Layout' }).click();
      await page.getByRole('dialog', { name: 'Layout' }).getByRole('button', { name, exact: true }).click();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog', { name: 'Layout' }).waitFor({ state: 'detached' });
    };
    await arrange('Single column');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('group', { name: 'Open menu' }).getByRole('button', { name: 'Access control' }).click();
    await page.getByRole('group', { name: 'Open menu' }).getByRole('link', { name: 'Admin log' }).click();
    await page.waitForURL('**/admin/admin_log');
    await page.getByRole('group', { name: 'Open menu' }).waitFor({ state: 'detached' });
    await arrange('Default');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('switches language and colors on a phone, where the bar is too narrow for the buttons', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const turn = async (entry: string) => {
      await page
        .getByRole('banner')
        .getByRole('button', { name: /^(?:Account|账户)/ })
        .click();
      await page.getByRole('menuitem', { name: entry }).click();
    };
    const shown = () =>
      page.evaluate(() => {
        const { lang } = document.documentElement;
        return [lang, getComputedStyle(document.documentElement).colorScheme];
      });
    await turn('简体中文');
    await turn('配色：深色');
    await waitUntilEqual(shown, ['zh-CN', 'dark']);
    await turn('English');
    await turn('Theme: Light');
    await waitUntilEqual(shown, ['en', 'light']);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('leads unknown addresses to the 404 page', async () => {
    await page.goto(`${product.url}/admin/ghost?x=1`);
    await page.waitForURL('**/404');
    await page.goto(`${product.url}/ghost/at/all`);
    await page.waitForURL('**/404');
    await page.waitForFunction(() => document.title.startsWith('Page not found - '));
  });

  it('embeds a public page exactly where a rule says so, and follows rules that add only a route or only an entry', async () => {
    const { add, edit } = await callAsAdmin(product.url);
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    const entry = menu.getByRole('link', { name: 'Our hall' });
    const frame = page.frameLocator('main iframe');
    const said: string[] = [];
    const onSaid = (message: ConsoleMessage) => message.type() === 'error' && said.push(message.text());
    page.on('console', onSaid);
    await page.goto(`${product.url}/admin/news`);
    await menu.waitFor();
    const rule = { type: 'menu', menu_type: 'iframe', title: 'Our hall', name: 'hall', url: '/?lang=en', weigh: 5000 };
    const id = Number((await add('menu_rule', rule))['id']);
    await entry.click();
    await frame.getByRole('heading', { name: 'Atrium' }).first().waitFor();
    // Public pages have scripts, which the sandbox of the frame refuses.
    expect(said.filter((text) => !text.includes('sandboxed'))).toEqual([]);
    page.off('console', onSaid);
    await edit('menu_rule', { id, extend: 'add_rules_only' });
    await entry.waitFor({ state: 'detached' });
    await frame.getByRole('heading', { name: 'Atrium' }).first().waitFor();
    await edit('menu_rule', { id, extend: 'add_menu_only' });
    await page.getByText('invalid file').waitFor();
    await entry.click();
    await page.getByText('Navigation failed, the route is invalid!').waitFor();
    await edit('menu_rule', { id, status: 0 });
    await entry.waitFor({ state: 'detached' });
  });

  it('reloads itself for an embedded site that its content security policy does not know yet', async () => {
    const { add } = await callAsAdmin(product.url);
    await page.route('https://board.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<html lang="en"><title>Board</title><h1>Today</h1></html>' }),
    );
    await page.goto(`${product.url}/admin/news`);
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    await menu.waitFor();
    const rule = { type: 'menu', menu_type: 'iframe', title: 'Our board', name: 'our_board', weigh: 5000 };
    await add('menu_rule', { ...rule, url: 'https://board.example/x' });
    await menu.getByRole('link', { name: 'Our board' }).click();
    await page.frameLocator('main iframe').getByRole('heading', { name: 'Today' }).waitFor();
  });
});
