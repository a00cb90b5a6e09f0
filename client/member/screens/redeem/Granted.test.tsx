/** The list of grants names plugins, apps and amounts, with their source and end. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import type { OwnGrant } from '../../../../common/modules/ownGrant';
import { Providers } from '../../../shared/startup/Providers';
import { startFakeHttpServer, type FakeHttpServer } from '../../../testing/fakeHttpServer';
import { createTestClient, createTestUser } from '../../../testing/testClient';
import { Granted } from './Granted';

let served: FakeHttpServer | undefined;
afterEach(async () => {
  cleanup();
  await served?.close();
});

const NOW_S = Math.floor(Date.now() / 1_000);
const grant = (patch: Partial<OwnGrant>): OwnGrant => ({
  key: 'k',
  kind: 'version',
  source: 'code',
  title: { en: '', 'zh-cn': '' },
  uid: '',
  version: '',
  until: null,
  amount: '',
  isOver: false,
  isReversed: false,
  time: NOW_S,
  ...patch,
});
const DESK = { en: 'Desk', 'zh-cn': '工作台' };
const GRANTS = [
  grant({ key: 'a', source: 'purchase', title: { en: 'FAQ', 'zh-cn': '常见问题' }, version: '1.0.0' }),
  grant({ key: 'b', kind: 'app', title: DESK, until: NOW_S + 86_400 }),
  grant({ key: 'c', kind: 'app', title: { en: 'Old', 'zh-cn': '旧应用' }, until: NOW_S - 1, isOver: true }),
  grant({ key: 'd', kind: 'money', amount: '3.00', isReversed: true }),
  grant({ key: 'e', kind: 'score', amount: '20' }),
];

async function open(list: readonly OwnGrant[], lang = 'en') {
  served = await startFakeHttpServer(({ path }) =>
    path === '/api/entitlement/granted' ? { envelope: { data: { list } } } : { status: 404 },
  );
  const client = createTestClient({
    ...({ realm: 'member', origin: served.origin, path: '/user/redeem', person: createTestUser() } as const),
    languages: [lang],
  });
  render(
    <Providers client={client}>
      <Granted />
    </Providers>,
  );
  await screen.findByRole('heading');
}
const getLine = (text: string | RegExp) => screen.getByText(text).closest('li');

it.each([
  ['en', 'Plugin “FAQ” 1.0.0', 'App “Desk”', 'App “Old”', /3\.00 on your balance/, '20 points'],
  ['zh-CN', '插件“常见问题” 1.0.0', '应用“工作台”', '应用“旧应用”', /^余额 .*3\.00/, '20 积分'],
])('shows each grant with its source and end, in %s', async (lang, version, app, old, money, score) => {
  await open(GRANTS, lang);
  const isEnglish = lang === 'en';
  expect(getLine(version)).toHaveTextContent(isEnglish ? /Purchase ·/ : /购买 ·/);
  expect(getLine(app)).toHaveTextContent(isEnglish ? /Activation code .* until / : /激活码 .* 有效期至/);
  expect(getLine(app)).not.toHaveTextContent(isEnglish ? /Ended/ : /已到期/);
  expect(getLine(old)).toHaveTextContent(isEnglish ? /Ended/ : /已到期/);
  expect(getLine(money)).toHaveTextContent(isEnglish ? /Reversed/ : /已冲正/);
  expect(getLine(score)).toHaveTextContent(isEnglish ? /Activation code/ : /激活码/);
});

it('an empty list explains where grants will appear', async () => {
  await open([]);
  expect(screen.getByText(/Codes and purchases that give you something/)).toBeVisible();
});
