/** Layout of the console in a browser: tabs, unsaved text of other tabs, search, layout options, embedded pages. */
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

withBrowser('the layout of the console', () => {
  const environments = createBrowserEnvironments();
  let product: Product;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    ({ product, browser } = await environments.open());
    const viewer = await openViewer(browser);
    ({ page } = viewer);
    await signIn(viewer, product.url);
    await page.waitForURL('**/admin/dashboard');
  });
  afterAll(environments.close);

  // @spec P2-026
  it('tabs stay after a reload, and unsaved text stays after a visit to another tab', async () => {
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

  it('the command palette finds and opens a record', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or jump to…' }).fill('Two editors');
    await page
      .getByRole('option', { name: /Two editors/ })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/admin\/news\/\d+$/);
  });

  // @spec P9-013 P9-014 P9-015
  it('the menu is 260 px wide, 64 px when collapsed, and 0 px on a narrow screen', async () => {
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
  it('a tab can be moved by keyboard; a move beyond the end shows a message', async () => {
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
  it('every entry of a tab’s menu works, including full screen', async () => {
    const runTabAction = async (tab: string, name: string) => {
      await getTabs(page).filter({ hasText: tab }).click({ button: 'right' });
      await page.getByRole('menu').getByRole('menuitem', { name, exact: true }).click();
      await page.getByRole('menu').waitFor({ state: 'detached' });
    };
    const waitForTabs = (...wanted: readonly string[]) =>
      waitUntilEqual(() => getTabs(page).allTextContents(), [...wanted]);
    const openList = async (entity: string, title: string) => {
      await page.goto(`${product.url}/admin/${entity}`);
      await page.getByRole('heading', { name: title, exact: true, level: 1 }).waitFor();
      await getTabs(page).filter({ hasText: title }).waitFor();
    };
    await openList('user', 'Members');
    await runTabAction('Members', 'Close all');
    await page.waitForURL('**/admin/dashboard');
    await waitForTabs('Overview');
    await openList('user', 'Members');
    await openList('news', 'News');
    await waitForTabs('Overview', 'Members', 'News');
    const heading = page.locator('main h1');
    await heading.evaluate((element) => element.setAttribute('data-old', ''));
    await runTabAction('News', 'Reload');
    await page.locator('main h1:not([data-old])').waitFor();
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    await runTabAction('News', 'Full screen');
    await menu.waitFor({ state: 'detached' });
    expect([await page.getByRole('banner').count(), await getTabs(page).count()]).toEqual([0, 0]);
    await page.getByRole('button', { name: 'Exit full screen' }).waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor();
    await runTabAction('Overview', 'Close');
    await waitForTabs('Members', 'News');
    await runTabAction('Members', 'Close others');
    await page.waitForURL('**/admin/user');
    await waitForTabs('Members');
  });

  // @spec P2-064 P2-065 P2-066 P2-067 P2-069 P2-070 P2-068
  // @covers mode Default, layout layoutMode, mode Classic, mode Single, mode Double, layout menuWidth
  // @covers layout menuCollapse, layout menuUniqueOpened, layout menuShowTopBar, layout menuDefaultIcon
  // @covers layout mainAnimation, layout menuBackground, layout menuColor, layout menuActiveBackground
  // @covers layout menuActiveColor, layout menuTopBarBackground, layout headerBarBackground, layout headerBarTabColor
  // @covers layout headerBarTabActiveBackground, layout headerBarTabActiveColor, layout headerBarHoverBackground
  it('every layout option applies at once and stays after a reload; the defaults can be restored', async () => {
    const { add } = await callAsAdmin(product.url);
    const ruleWithoutIcon = {
      type: 'menu',
      menu_type: 'link',
      title: 'Without a sign',
      name: 'unsigned',
      url: '/',
      weigh: 9000,
    };
    await add('menu_rule', ruleWithoutIcon);
    await page.goto(`${product.url}/admin/news`);
    const nav = page.getByRole('navigation', { name: 'Main menu' });
    // Found by a CSS selector: elements beneath the open drawer have no role.
    const readIcon = () => page.locator('nav a', { hasText: 'Without a sign' }).locator('svg').innerHTML();
    const drawer = page.getByRole('dialog', { name: 'Layout' });
    const toggleOption = (name: string) => drawer.getByLabel(name).click();
    const chooseOption = async (field: string, option: string) => {
      await drawer.getByRole('combobox', { name: new RegExp(`^${field}`) }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
      await page.getByRole('listbox').waitFor({ state: 'detached' });
    };
    /** Width and color of the menu, its open groups, the name above it, the page animation, the color scheme. */
    const readAppearance = () =>
      page.evaluate(() => {
        const menu = document.querySelector('nav[aria-label="Main menu"]');
        if (menu === null) return [];
        const content = document.querySelector('#main > div');
        return [
          Math.round(menu.getBoundingClientRect().width),
          getComputedStyle(menu).backgroundColor,
          menu.querySelectorAll('button[aria-expanded=true]').length === 1,
          menu.textContent.includes('Atrium'),
          content === null ? '' : getComputedStyle(content).animationName === 'none',
          getComputedStyle(document.documentElement).colorScheme,
        ];
      });
    await nav.getByRole('link', { name: 'Without a sign' }).waitFor();
    const [defaultAppearance, defaultIcon] = [await readAppearance(), await readIcon()];
    expect(defaultAppearance).toEqual([260, 'rgb(255, 255, 255)', true, true, false, 'light']);
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
    await chooseOption('Theme', 'Dark');
    // Every color is used somewhere; the last one only while the pointer is over the bar.
    const colors = COLOR_NAMES.map((_, index) => `rgb(16, 32, ${Number.parseInt(String(30 + index), 16)})`);
    const findUnusedColors = () =>
      page.evaluate((wanted) => {
        const styles = [...document.querySelectorAll('[data-layout] *')].map((one) => getComputedStyle(one));
        const used = new Set(styles.flatMap(({ color, backgroundColor }) => [color, backgroundColor]));
        return wanted.filter((one) => !used.has(one));
      }, colors);
    await waitUntilEqual(findUnusedColors, colors.slice(COLOR_NAMES.indexOf('headerBarHoverBackground')));
    await chooseOption('Theme', 'Light');
    await drawer.getByRole('slider', { name: 'Menu width' }).press('ArrowRight');
    await waitUntilEqual(readAppearance, [270, ...defaultAppearance.slice(1)]);
    await toggleOption('Collapse to icons');
    await waitUntilEqual(async () => (await readAppearance())[0], 64);
    await toggleOption('Collapse to icons');
    await toggleOption('Open one group at a time');
    await toggleOption('Show the name above the menu');
    await chooseOption('Page transition', 'None');
    await chooseOption('Theme', 'Dark');
    await chooseOption('Default icon', 'article');
    const changed = [270, 'rgb(16, 32, 48)', true, false, true, 'dark'];
    await waitUntilEqual(readAppearance, changed);
    const changedIcon = await readIcon();
    expect(changedIcon).not.toBe(defaultIcon);
    await page.reload();
    await nav.getByRole('link', { name: 'Without a sign' }).waitFor();
    // Opening a group closes the open one.
    await nav.getByRole('button', { name: 'Catalog' }).click();
    await waitUntilEqual(readAppearance, changed);
    await nav.getByRole('button', { name: 'Content' }).click();
    await nav.getByRole('link', { name: 'News', exact: true }).waitFor();
    expect(await readIcon()).toBe(changedIcon);
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Search/ })
      .hover();
    await waitUntilEqual(findUnusedColors, colors.slice(4, 5)); // the bar above the menu is hidden
    await page.getByRole('button', { name: 'Layout' }).click();
    await chooseOption('Theme', 'Light');
    await drawer.getByRole('button', { name: 'Restore defaults' }).click();
    const confirmation = page.getByRole('dialog', { name: /Restore/ });
    await confirmation.getByRole('button', { name: 'Restore defaults' }).click();
    await confirmation.waitFor({ state: 'detached' });
    await waitUntilEqual(readAppearance, defaultAppearance);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
  });

  it('every menu entry stays reachable when the top bar is too narrow for the menu', async () => {
    await page.setViewportSize({ width: 1024, height: 800 });
    const chooseLayout = async (name: string) => {
      await page.getByRole('button', { name: 'Layout' }).click();
      await page.getByRole('dialog', { name: 'Layout' }).getByRole('button', { name, exact: true }).click();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog', { name: 'Layout' }).waitFor({ state: 'detached' });
    };
    await chooseLayout('Single column');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('group', { name: 'Open menu' }).getByRole('button', { name: 'Access control' }).click();
    await page.getByRole('group', { name: 'Open menu' }).getByRole('link', { name: 'Admin log' }).click();
    await page.waitForURL('**/admin/admin_log');
    await page.getByRole('group', { name: 'Open menu' }).waitFor({ state: 'detached' });
    await chooseLayout('Default');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('language and color scheme can be switched on a phone, in the account menu', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const chooseAccountMenuItem = async (entry: string) => {
      await page
        .getByRole('banner')
        .getByRole('button', { name: /^(?:Account|账户)/ })
        .click();
      await page.getByRole('menuitem', { name: entry }).click();
    };
    const readLanguageAndScheme = () =>
      page.evaluate(() => {
        const { lang } = document.documentElement;
        return [lang, getComputedStyle(document.documentElement).colorScheme];
      });
    await chooseAccountMenuItem('简体中文');
    await chooseAccountMenuItem('配色：深色');
    await waitUntilEqual(readLanguageAndScheme, ['zh-CN', 'dark']);
    await chooseAccountMenuItem('English');
    await chooseAccountMenuItem('Theme: Light');
    await waitUntilEqual(readLanguageAndScheme, ['en', 'light']);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('unknown addresses open the 404 page', async () => {
    await page.goto(`${product.url}/admin/ghost?x=1`);
    await page.waitForURL('**/404');
    await page.goto(`${product.url}/ghost/at/all`);
    await page.waitForURL('**/404');
    await page.waitForFunction(() => document.title.startsWith('Page not found - '));
  });

  it('a menu rule embeds a page; a rule can also add only a route or only an entry', async () => {
    const { add, edit } = await callAsAdmin(product.url);
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    const entry = menu.getByRole('link', { name: 'Our hall' });
    const frame = page.frameLocator('main iframe');
    const consoleErrors: string[] = [];
    const onConsoleMessage = (message: ConsoleMessage) =>
      message.type() === 'error' && consoleErrors.push(message.text());
    page.on('console', onConsoleMessage);
    await page.goto(`${product.url}/admin/news`);
    await menu.waitFor();
    const rule = { type: 'menu', menu_type: 'iframe', title: 'Our hall', name: 'hall', url: '/?lang=en', weigh: 5000 };
    const id = Number((await add('menu_rule', rule))['id']);
    await entry.click();
    await frame.getByRole('heading', { name: 'Atrium' }).first().waitFor();
    // Public pages have scripts, which the sandbox of the frame refuses.
    expect(consoleErrors.filter((text) => !text.includes('sandboxed'))).toEqual([]);
    page.off('console', onConsoleMessage);
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

  it('the console reloads when a new embedded site is missing in its content security policy', async () => {
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
