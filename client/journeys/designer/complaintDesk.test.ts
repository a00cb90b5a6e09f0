/** From nothing to a running list of complaints, by the screen alone: designed, applied, used by two, rolled back, deleted and restored. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { loadFactor } from '../../../server/testing/loadFactor';
import { sampleByTitle } from '../../../server/testing/sampleByTitle';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';
import { findMenuEntry } from '../../testing/browser/findMenuEntry';
import { callAsAdmin } from '../../testing/browser/callAsAdmin';
import { fieldNamed } from '../../testing/browser/fieldNamed';
import { ROWS } from '../../testing/browser/openList';
import { openViewer, signIn, waitUntilIdle, type Viewer } from '../../testing/browser/viewer';
import type { Product } from '../../testing/product/startProduct';
import { COMPLAINT_TEXTS } from './complaintTexts';

const withBrowser = chromiumPath() === null ? describe.skip : describe;
const CLERK = { username: 'desk_clerk', password: 'Desk-clerk-2026', nickname: 'Desk Clerk' };
const HELPER = { username: 'desk_helper', password: 'Desk-helper-2026', nickname: 'Desk Helper' };
const TABLE = 'complaint';
const PHONE = '13812345678';
const MENU_WITHIN_MS = 3_000;

/** Finds an input of any kind by the beginning of its label. */
const inputNamed = (place: Page | Locator, label: string, role: 'textbox' | 'combobox' = 'textbox'): Locator =>
  place.getByRole(role, { name: fieldNamed(label) }).first();

withBrowser.each(sampleByTitle('a desk for complaints', COMPLAINT_TEXTS))(
  'a desk for complaints ($locale)',
  (texts) => {
    const environments = createBrowserEnvironments();
    let product: Product;
    let admin: Viewer;
    let clerk: Viewer;
    /** Of the group below the clerk's. */
    let helper: Viewer;
    let pid: number | undefined;
    const properties = () => admin.page.getByRole('region', { name: texts.properties, exact: true });

    beforeAll(async () => {
      const stage = await environments.open();
      ({ product } = stage);
      pid = product.pid();
      const root = await callAsAdmin(product.url);
      const rules = ['news/index'];
      const group = await root.make('admin_group', { name: 'Desk', rules, data_scope: 'own', pid: 1 });
      const below = await root.make('admin_group', { name: 'Helpers', rules, data_scope: 'own', pid: group });
      await root.make('admin', { ...CLERK, group_arr: [group] });
      await root.make('admin', { ...HELPER, group_arr: [below] });
      await root.make('user', { username: 'maya', nickname: 'Maya', password: 'Maya-pass-2026' });
      [admin, clerk, helper] = await Promise.all([
        openViewer(stage.browser, texts.locale),
        openViewer(stage.browser, texts.locale),
        openViewer(stage.browser, texts.locale),
      ]);
      await signIn(admin, product.url);
      await signIn(clerk, product.url, CLERK);
      await signIn(helper, product.url, HELPER);
      await waitUntilIdle(clerk);
      await waitUntilIdle(helper);
    }, 120_000);
    afterAll(environments.close);

    const fill = async (label: string, value: string, place: Page | Locator = properties()) => {
      const box = inputNamed(place, label);
      await box.fill(value);
      await box.press('Tab');
    };
    const choose = async (label: string, option: string, place: Page | Locator = properties()) => {
      await inputNamed(place, label, 'combobox').click();
      await admin.page.getByRole('option', { name: option, exact: true }).click();
    };
    /** Adds a field from the palette and names it. */
    const addField = async (item: string, firstName: string, [name, en, zh]: readonly [string, string, string]) => {
      const palette = admin.page.getByRole('region', { name: texts.palette });
      await palette.getByRole('button', { name: item, exact: true }).click();
      await properties()
        .getByRole('heading', { name: texts.propertiesOf(firstName) })
        .waitFor();
      await fill(texts.name, name);
      await fill(texts.englishLabel, en);
      await fill(texts.chineseLabel, zh);
      await properties()
        .getByRole('heading', { name: texts.propertiesOf(name) })
        .waitFor();
    };
    const menuEntry = ({ page }: Viewer) =>
      page.getByRole('navigation').getByRole('link', { name: texts.many, exact: true });
    const tableSettings = () => admin.page.getByRole('region', { name: texts.table, exact: true });
    const toggleTable = () => tableSettings().getByRole('button', { name: texts.table }).first().click();

    // @spec P2-059
    it('is designed from nothing: names, states with transitions, an owner, a restricted phone and a member', async () => {
      const { page } = admin;
      await (await findMenuEntry(page, texts.designer)).click();
      await page.getByRole('button', { name: texts.addDesign, exact: true }).first().click();
      await page.getByLabel(texts.dataTable).fill(TABLE);
      await page.getByRole('button', { name: texts.create, exact: true }).click();

      await toggleTable();
      await fill(texts.englishMany, 'Complaints', tableSettings());
      await fill(texts.chineseOne, '投诉', tableSettings());
      await fill(texts.chineseMany, '投诉列表', tableSettings());
      await toggleTable();

      await page.getByRole('button', { name: texts.selectField('name'), exact: true }).click();
      await fill(texts.name, 'subject');
      await fill(texts.englishLabel, 'Subject');
      await fill(texts.chineseLabel, '主题');

      await addField(texts.items.select, 'choice', ['state', 'State', '状态']);
      await properties().getByRole('button', { name: texts.addChoice }).click();
      const choices = [
        ['open', 'Open', '待处理'],
        ['in_progress', 'In progress', '处理中'],
        ['solved', 'Solved', '已解决'],
      ] as const;
      for (const [index, [name, english, chinese]] of choices.entries()) {
        await properties()
          .getByLabel(texts.choiceName(index + 1))
          .fill(name);
        await properties()
          .getByLabel(texts.choiceEnglish(index + 1))
          .fill(english);
        await properties()
          .getByLabel(texts.choiceChinese(index + 1))
          .fill(chinese);
      }
      for (const [index, name] of ['begin', 'solve'].entries()) {
        await properties().getByRole('button', { name: texts.addTransition }).click();
        await properties()
          .getByLabel(texts.transitionName(index + 1))
          .fill(name);
      }
      await choose(texts.default, texts.states[0] ?? '');

      await addField(texts.items.remoteSelect, 'user_id', ['handler_id', 'Handler', '处理人']);
      await inputNamed(properties(), texts.refersTo, 'combobox').fill(texts.admins);
      await page.getByRole('option', { name: new RegExp(`^${texts.admins} ?admin$`) }).click();

      await addField(texts.items.text, 'text', ['phone', 'Phone', '电话']);
      await choose(texts.sensitivity, texts.restricted);
      await addField(texts.items.remoteSelect, 'user_id', ['member_id', 'Member', '会员']);

      await toggleTable();
      await inputNamed(tableSettings(), texts.ownerField, 'combobox').click();
      await page.getByRole('option', { name: new RegExp(`^${texts.handler}`) }).click();
      await page.getByText(texts.noProblems, { exact: true }).waitFor();
    });

    it('is previewed: list, form, and the exact statements', async () => {
      const { page } = admin;
      await page.getByRole('tab', { name: texts.preview }).click();
      const list = page.getByRole('region', { name: texts.previewList, exact: true });
      const form = page.getByRole('region', { name: texts.previewForm, exact: true });
      for (const label of [texts.title, texts.state, texts.handler, texts.phone, texts.member]) {
        await list.getByText(label, { exact: true }).first().waitFor();
        await form.getByText(label).first().waitFor();
      }
      await page.getByRole('tab', { name: texts.changes }).click();
      await page.getByText(texts.newTable, { exact: true }).waitFor();
      await page.getByRole('button', { name: texts.sql }).click();
      await page
        .getByText(/CREATE TABLE IF NOT EXISTS `complaint`/)
        .first()
        .waitFor();
    });

    // @spec P2-060
    it('becomes active for a group and the group above it: the menus of open consoles have it within three seconds', async () => {
      const { page } = admin;
      const addresses = [clerk, helper].map((viewer) => viewer.page.url());
      await page.getByRole('button', { name: texts.apply, exact: true }).click();
      const desk = page.getByRole('group', { name: 'Desk', exact: true });
      const helpers = page.getByRole('group', { name: 'Helpers', exact: true });
      // The group above gets what the lower one gets, and the lower one loses what the group above loses.
      await helpers.getByRole('checkbox', { name: /^Helpers/ }).check();
      await desk.getByRole('checkbox', { name: texts.seeRestricted }).uncheck();
      expect(await helpers.getByRole('checkbox', { name: texts.seeRestricted }).isChecked()).toBe(false);
      await page.getByRole('button', { name: texts.applyNow, exact: true }).click();
      await page.getByText(texts.done).first().waitFor();
      const since = Date.now();
      await menuEntry(clerk).first().waitFor();
      await menuEntry(helper).first().waitFor();
      expect(Date.now() - since).toBeLessThan(MENU_WITHIN_MS * loadFactor());
      await page.getByRole('link', { name: texts.open(texts.many) }).click();
      await page.getByRole('heading', { name: texts.many, exact: true }).waitFor();
      await findMenuEntry(admin.page, texts.many);
      expect([clerk, helper].map((viewer) => viewer.page.url())).toEqual(addresses);
      expect(product.pid()).toBe(pid);
      const root = await callAsAdmin(product.url);
      const { list } = await root.index('admin_group');
      const getRules = (name: string) =>
        (list.find((row) => row['name'] === name)?.['rules'] ?? []) as readonly string[]; // a list of permission keys
      for (const name of ['Desk', 'Helpers']) {
        expect(getRules(name)).toEqual(expect.arrayContaining([`${TABLE}/index`, `${TABLE}/add`, `${TABLE}/edit`]));
        expect(getRules(name)).not.toContain(`${TABLE}/see_restricted`);
      }
    });

    const row = ({ page }: Viewer, title: string) => page.locator(ROWS).filter({ hasText: title });
    const openRow = ({ page }: Viewer, title: string) =>
      page.locator(ROWS).getByText(title, { exact: true }).first().click();
    const form = ({ page }: Viewer) => page.locator('aside');
    /** Saves the form and closes it: beside an open form the list leaves out its last columns. */
    const saveAndClose = async (viewer: Viewer) => {
      await form(viewer).getByRole('button', { name: texts.save, exact: true }).click();
      await form(viewer).locator('button:disabled').filter({ hasText: texts.save }).waitFor();
      await viewer.page.keyboard.press('Escape');
      await form(viewer).waitFor({ state: 'detached' });
    };

    it('is used by two: rows appear live, states follow transitions, owners and the phone are protected', async () => {
      await menuEntry(clerk).first().click();
      await clerk.page.locator('main').getByRole('button', { name: texts.addRow }).first().click();
      await inputNamed(form(clerk), texts.title).fill('Lamp is broken');
      expect(await inputNamed(form(clerk), texts.phone).count()).toBe(0);
      await form(clerk).getByRole('button', { name: texts.save, exact: true }).click();
      await row(admin, 'Lamp is broken')
        .getByText(texts.states[0] ?? '', { exact: true })
        .waitFor();
      await row(admin, 'Lamp is broken').getByText(CLERK.nickname).first().waitFor();

      await openRow(admin, 'Lamp is broken');
      await inputNamed(form(admin), texts.phone).fill(PHONE);
      await inputNamed(form(admin), texts.member, 'combobox').fill('Maya');
      await admin.page.getByRole('option', { name: /Maya/ }).first().click();
      await saveAndClose(admin);
      await row(admin, 'Lamp is broken').getByText(PHONE).waitFor();
      await row(admin, 'Lamp is broken').getByText('Maya').first().waitFor();

      await openRow(clerk, 'Lamp is broken');
      await inputNamed(form(clerk), texts.state, 'combobox').click();
      const offered = await clerk.page.getByRole('option').allTextContents();
      expect(offered.join()).not.toContain(texts.states[2]);
      await clerk.page.getByRole('option', { name: texts.states[1] ?? '' }).click();
      await form(clerk).getByRole('button', { name: texts.save, exact: true }).click();
      await row(admin, 'Lamp is broken')
        .getByText(texts.states[1] ?? '', { exact: true })
        .waitFor();

      const root = await callAsAdmin(product.url);
      await root.make(TABLE, { subject: 'Of the admin', phone: PHONE, handler_id: root.id });
      await row(admin, 'Of the admin').waitFor();
      expect(await row(clerk, 'Of the admin').count()).toBe(0);
      expect(await clerk.page.getByText(PHONE).count()).toBe(0);
      expect(clerk.frames().join()).not.toContain(PHONE);
    });

    it('has a card on the dashboard, and its code as TypeScript', async () => {
      const { page } = admin;
      await page.getByRole('link', { name: texts.dashboard, exact: true }).first().click();
      await page.getByRole('button', { name: texts.arrange }).click();
      await page.getByRole('button', { name: texts.addCard }).click();
      const dialog = page.getByRole('dialog', { name: texts.addCard });
      await dialog.getByRole('combobox', { name: texts.records }).click();
      await page.getByRole('option', { name: texts.many, exact: true }).click();
      await dialog.getByRole('button', { name: texts.addCard }).click();
      await page.getByRole('button', { name: texts.keep }).click();
      await page.getByRole('button', { name: texts.arrange }).waitFor();
      await page.getByRole('link', { name: new RegExp(`^${texts.many}: 2\\.`) }).waitFor();

      await openDesign();
      await page.getByRole('button', { name: texts.more, exact: true }).click();
      await page.getByRole('menuitem', { name: texts.exportCode }).click();
      await page.getByText(/defineEntity\('complaint'/).waitFor();
      await page.getByRole('dialog').getByRole('button', { name: texts.close }).click();
    });

    const openDesign = async () => {
      await (await findMenuEntry(admin.page, texts.designer)).click();
      await openRow(admin, TABLE);
      await admin.page.getByRole('list', { name: texts.fields }).waitFor();
    };
    /** Runs an action on the newest entry of the log of the entity. */
    const runOnNewest = async (action: string) => {
      const { page } = admin;
      // The open list keeps its rows in place while a record is open.
      await page.goto(`${product.url}/admin/crud_record?table_name=eq:${TABLE}`);
      await page.locator(ROWS).first().locator('td').nth(2).click();
      await form(admin).getByRole('button', { name: action, exact: true }).click();
      const dialog = page.getByRole('dialog');
      const confirm = dialog.getByRole('button', { name: action, exact: true });
      const name = dialog.getByLabel(texts.confirmName);
      const isDone = dialog.getByText(texts.done).first();
      // The effects are loaded first; then the dialog asks for the name, or only for the click.
      await page.waitForLoadState('networkidle');
      if (!(await name.isVisible()) && (await confirm.isEnabled())) await confirm.click();
      await name.or(isDone).waitFor();
      if (await name.isVisible()) {
        await name.fill(TABLE);
        await confirm.click();
      }
      await isDone.waitFor();
      await dialog.getByRole('button', { name: texts.close, exact: true }).click();
    };
    const expectMenu = async (isThere: boolean) => {
      if (isThere) await findMenuEntry(admin.page, texts.many);
      await menuEntry(clerk)
        .first()
        .waitFor({ state: isThere ? 'visible' : 'detached' });
      if (!isThere) await menuEntry(admin).first().waitFor({ state: 'detached' });
    };

    // @spec P2-063
    it('is rolled back, restored, deleted and restored in the log, each time for both and with its rows', async () => {
      const { page } = admin;
      await page.getByRole('button', { name: texts.more, exact: true }).click();
      await page.getByRole('menuitem', { name: texts.log }).click();
      await page.locator(ROWS).first().waitFor();
      for (const [takeAway, rows] of [
        [texts.rollBack, 2],
        [texts.deleteEntity, 2],
      ] as const) {
        await runOnNewest(takeAway);
        await expectMenu(false);
        await runOnNewest(texts.restore);
        await expectMenu(true);
        const root = await callAsAdmin(product.url);
        expect((await root.index(TABLE)).total).toBe(rows);
      }
      await menuEntry(clerk).first().click();
      await row(clerk, 'Lamp is broken')
        .getByText(texts.states[1] ?? '', { exact: true })
        .waitFor();
      expect(product.pid()).toBe(pid);
    });
  },
);
