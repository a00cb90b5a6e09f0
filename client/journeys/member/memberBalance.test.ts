/** Staff book for a member, who sees the balance count up on desktop and phone in both languages, and staff reverse the entry. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { memberSupport as memberSupportEn } from '../../../common/locales/en/memberSupport';
import { engine as engineEn } from '../../../common/locales/en/engine';
import { ledger as ledgerEn } from '../../../common/locales/en/ledger';
import { notice as noticeEn } from '../../../common/locales/en/notice';
import { balance as balanceEn } from '../../../common/locales/en/balance';
import { memberSupport as memberSupportZh } from '../../../common/locales/zh-cn/memberSupport';
import { engine as engineZh } from '../../../common/locales/zh-cn/engine';
import { ledger as ledgerZh } from '../../../common/locales/zh-cn/ledger';
import { notice as noticeZh } from '../../../common/locales/zh-cn/notice';
import { balance as balanceZh } from '../../../common/locales/zh-cn/balance';
import { formatCents } from '../../../common/text/cents';
import { interpolate } from '../../../common/text/interpolate';
import { chromiumPath } from '../../../config/jest/testEnvironment';
import { sampleByTitle } from '../../../server/testing/sampleByTitle';
import { waitUntilEqual, signInByCall, openViewer, type Viewer } from '../../testing/browser/viewer';
import { callAsAdmin, type Caller } from '../../testing/browser/callAsAdmin';
import { ADMIN, type Product } from '../../testing/product/startProduct';
import { createBrowserEnvironments } from '../../testing/browser/browserEnvironment';

const withBrowser = chromiumPath() === null ? describe.skip : describe;
const PHONE = { width: 390, height: 844 };
const LANGUAGES = [
  {
    language: 'en',
    locale: 'en-US',
    username: 'member005',
    support: memberSupportEn,
    engine: engineEn,
    ledger: ledgerEn,
    balance: balanceEn,
    bell: noticeEn.bell,
    taken: noticeEn.text.money_out,
    reason: 'Refund for order 88',
    back: 'Booked twice',
    received: 'You received ¥50.00: Refund for order 88',
  },
  {
    language: 'zh-cn',
    locale: 'zh-CN',
    username: 'member006',
    support: memberSupportZh,
    engine: engineZh,
    ledger: ledgerZh,
    balance: balanceZh,
    bell: noticeZh.bell,
    taken: noticeZh.text.money_out,
    reason: '订单 88 退款',
    back: '重复入账',
    received: '您收到 ¥50.00：订单 88 退款',
  },
] as const;

/** An amount on the screen, in cents. */
const centsIn = (text: string | null): number => Math.round(Number((text ?? '').replace(/[^\d.-]/g, '')) * 100);
/** A translated text as a pattern that accepts any values. */
const around = (text: string): RegExp =>
  new RegExp(
    `^${text
      .split(/\{\{\w+\}\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
  );

withBrowser('a member balance', () => {
  const environments = createBrowserEnvironments();
  let product: Product;
  let browser: Browser;
  let admin: Caller;
  beforeAll(async () => {
    ({ product, browser } = await environments.open());
    admin = await callAsAdmin(product.url);
  }, 120_000);
  afterAll(environments.close);

  describe.each(sampleByTitle('a member balance', LANGUAGES))(
    'in $language',
    ({ locale, username, support, engine, ledger, balance, bell, taken, reason, back, received }) => {
      let staff: Viewer;
      let watcher: Page;
      /** The member's record, open in another tab of staff. */
      let record: Page;
      let desk: Viewer;
      let phone: Viewer;
      let person: { readonly id: number; readonly name: string };

      const enter = async ({ page }: Viewer) => {
        await signInByCall({ page }, product.url, { username, password: ADMIN.password }, 'member');
        await page.goto(`${product.url}/user/overview`);
        await page.locator('[data-figure="money"]').first().waitFor();
      };
      const figure = async (page: Page) => centsIn(await page.locator('[data-figure="money"]').first().textContent());
      const today = async () =>
        Number(await watcher.locator('[data-card="money"] [data-figure]').first().getAttribute('data-figure'));
      const week = ({ page }: Viewer): Locator =>
        page.getByRole('img', {
          name: around(interpolate(balance.week_summary, { name: balance.name.money, sum: '{{sum}}' })),
        });
      const weekly = async (viewer: Viewer) => {
        // The text before the amount names the number of days.
        const sentence = ((await week(viewer).getAttribute('aria-label')) ?? '').replace(/^.*?7 [^:：]*[:：]?/, '');
        return (/[-−–]/.test(sentence) ? -1 : 1) * Math.abs(centsIn(sentence));
      };
      /** The newest entry of the ledger. */
      const newest = async () => (await admin.index('user_money_log', '?order=id,desc&limit=1')).list[0] ?? {};

      beforeAll(async () => {
        const { list } = await admin.index('user', `?quick_search=${username}`);
        person = { id: Number(list[0]?.['id']), name: String(list[0]?.['nickname']) };
        [staff, desk, phone] = await Promise.all([
          openViewer(browser, locale),
          openViewer(browser, locale),
          openViewer(browser, locale, PHONE),
        ]);
        await signInByCall(staff, product.url);
        watcher = await staff.context.newPage();
        await watcher.goto(`${product.url}/admin/dashboard`);
        await watcher.locator('[data-card="money"] [data-figure]').waitFor();
        await enter(desk);
        await enter(phone);
        record = await staff.context.newPage();
        await record.goto(`${product.url}/admin/user/${person.id}`);
      }, 120_000);
      afterAll(() => Promise.all([staff, desk, phone].map(({ context }) => context.close())));

      const presence = () => record.locator('[data-presence]').first();
      const openAdjusting = async (): Promise<Locator> => {
        await staff.page.goto(`${product.url}/admin/user`);
        await staff.page
          .getByRole('searchbox')
          .or(staff.page.getByPlaceholder(engine.list.search_help))
          .first()
          .fill(username);
        await staff.page.getByRole('button', { name: interpolate(ledger.adjust.both, { name: person.name }) }).click();
        return staff.page.getByRole('dialog', { name: interpolate(ledger.adjust.both, { name: person.name }) });
      };

      // @case D3
      it('the overview greets by name', async () => {
        for (const { page } of [desk, phone]) {
          await page.getByRole('heading', { level: 1, name: person.name }).waitFor();
          await week({ page } as Viewer).waitFor();
          await page.getByRole('region', { name: bell }).waitFor();
        }
      });

      // @case D3 step 4
      it('staff credit 50 with a preview; both devices count up, and dashboard and ledger agree', async () => {
        const before = await figure(desk.page);
        const after = before + 5000;
        const [moved, soFar] = [await today(), await weekly(desk)];
        const dialog = await openAdjusting();
        await dialog
          .locator('[data-presence]', { hasText: interpolate(support.online_other, { count: '2' }) })
          .waitFor();
        await presence()
          .filter({ hasText: interpolate(support.online_other, { count: '2' }) })
          .waitFor();
        const asked: string[] = [];
        record.on('request', (request) => asked.push(request.url()));
        await dialog.getByRole('textbox', { name: ledger.amount, exact: true }).fill('50');
        await waitUntilEqual(
          async () => ((await dialog.locator('[data-preview]').textContent()) ?? '').split('→').map(centsIn),
          [before, after],
        );
        await dialog.getByRole('textbox', { name: ledger.memo, exact: true }).fill(reason);
        await dialog.getByRole('button', { name: ledger.submit, exact: true }).click();
        for (const { page } of [desk, phone]) {
          await waitUntilEqual(() => figure(page), after);
          await page.getByText(received).first().waitFor();
          // The overview shows it in its notices and in the history without a request.
          await page.getByRole('region', { name: bell }).getByText(received).first().waitFor();
          await page
            .getByRole('button', { name: around(interpolate(balance.history.open, { n: '{{n}}', memo: reason })) })
            .first()
            .waitFor();
        }
        await waitUntilEqual(() => weekly(desk), soFar + 5000);
        await waitUntilEqual(today, moved + 5000);
        await staff.page
          .getByText(around(`${ledger.done.money.add} · ${interpolate(ledger.delivered_other, { count: '2' })}`))
          .first()
          .waitFor();
        const entry = await newest();
        const shown = interpolate(support.seen_other, { n: String(entry['n']), time: '{{time}}', count: '2' });
        await presence()
          .filter({ hasText: around(`{{before}}${shown}`) })
          .waitFor();
        expect(asked).toEqual([]);
        expect(entry).toMatchObject({
          user_id: person.id,
          money: '50.00',
          before: formatCents(before),
          after: formatCents(after),
          memo: reason,
        });
        const own = (await admin.index('user', `?quick_search=${username}`)).list[0];
        expect(own?.['money']).toBe(formatCents(after));
      });

      // @case D3 step 8
      it('a reversal states its reason; phone, desktop and dashboard count down', async () => {
        const now = await figure(phone.page);
        const moved = await today();
        await staff.page.goto(`${product.url}/admin/user_money_log`);
        const { n, user_id: owner } = await newest();
        expect(owner).toBe(person.id);
        const label = interpolate(ledger.reverse, { n: String(n), name: person.name });
        await staff.page.getByRole('button', { name: label, exact: true }).click();
        const dialog = staff.page.getByRole('dialog', { name: label, exact: true });
        const entry = dialog.locator('[data-entry]');
        for (const sentence of [
          person.name,
          interpolate(ledger.second.sum.money, { sign: '+', amount: '¥50.00' }),
          reason,
        ])
          await entry.getByText(sentence, { exact: true }).waitFor();
        await dialog.getByRole('textbox', { name: ledger.memo, exact: true }).fill(back);
        await dialog.getByRole('button', { name: ledger.reverse_submit, exact: true }).click();
        await Promise.all([desk, phone].map(({ page }) => waitUntilEqual(() => figure(page), now - 5000)));
        // Both devices already showed the entry: the notice is about the reversal alone.
        const values = { amount: '¥50.00', memo: back };
        const sentence = around(interpolate(taken, values));
        const places = [desk, phone].flatMap(({ page }) => [
          page.getByRole('region', { name: bell }),
          page.getByRole('status'),
        ]);
        await Promise.all(places.map((place) => place.getByText(sentence).first().waitFor()));
        await waitUntilEqual(today, moved - 5000);
        expect(await newest()).toMatchObject({ user_id: person.id, money: '-50.00', memo: back, type: 'reversal' });
        await phone.page.goto(`${product.url}/user/balance`);
        await phone.page.getByText(back).first().waitFor();
        await phone.page.getByText(reason).first().waitFor();
      });

      // @case D3
      it('an offline member has no delivery receipt, and a read receipt after reconnecting', async () => {
        await phone.page.goto('about:blank');
        await presence()
          .filter({ hasText: interpolate(support.online_one, { count: '1' }) })
          .waitFor();
        await desk.page.goto('about:blank');
        await presence().filter({ hasText: support.offline }).waitFor();
        const dialog = await openAdjusting();
        await dialog.getByRole('textbox', { name: ledger.amount, exact: true }).fill('0.25');
        await dialog.getByRole('textbox', { name: ledger.memo, exact: true }).fill(reason);
        await dialog.getByRole('button', { name: ledger.submit, exact: true }).click();
        await staff.page
          .getByText(around(`${ledger.done.money.add} · ${ledger.waits}`))
          .first()
          .waitFor();
        const { n } = await newest();
        for (const { page } of [desk, phone]) {
          await page.goto(`${product.url}/user/overview`);
          await page.locator('[data-figure="money"]').first().waitFor();
        }
        const shown = interpolate(support.seen_other, { n: String(n), time: '{{time}}', count: '2' });
        await presence()
          .filter({ hasText: around(`{{before}}${shown}`) })
          .waitFor();
      });

      it('the form of a new entry previews the balance of the chosen member', async () => {
        const now = await figure(phone.page);
        await staff.page.goto(`${product.url}/admin/user_money_log/new?user_id=${person.id}`);
        const form = staff.page.getByRole('dialog');
        await form.getByRole('textbox', { name: ledger.amount, exact: true }).fill('-0.25');
        await waitUntilEqual(
          async () => ((await form.locator('[data-preview]').textContent()) ?? '').split('→').map(centsIn),
          [now, now - 25],
        );
      });
    },
  );
});
