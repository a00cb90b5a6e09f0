/** The redeem screen shows the redeemed code, shows a refusal at the field, and reads the code of a link. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Providers } from '../../../shared/startup/Providers';
import { startFakeHttpServer, type FakeHttpServer, type FakeResponse } from '../../../testing/fakeHttpServer';
import { createTestClient, createTestUser } from '../../../testing/testClient';
import { Redeem } from './Redeem';

const URL_OF_CODES = '/api/activation_code/redeem';
let testServer: FakeHttpServer | undefined;
afterEach(async () => {
  cleanup();
  await testServer?.close();
});

async function open(envelope: NonNullable<FakeResponse['envelope']>, address = '/user/redeem', languages = ['en']) {
  const served = await startFakeHttpServer(() => ({ envelope }));
  testServer = served;
  window.history.replaceState(null, '', address);
  const client = createTestClient({
    ...({ realm: 'member', origin: served.origin, path: '/user/redeem', person: createTestUser(), languages } as const),
  });
  render(
    <Providers client={client}>
      <Redeem />
    </Providers>,
  );
  const field = await screen.findByRole<HTMLInputElement>('textbox');
  const sent = () => served.requests.filter(({ path }) => path === URL_OF_CODES).map(({ body }) => body);
  const press = () => fireEvent.click(screen.getByRole('button'));
  return { field, sent, press };
}

describe('redeeming an activation code', () => {
  it('shows the redeemed code and clears the field', async () => {
    const { field, sent, press } = await open({ data: {}, msg: 'Code redeemed.' });
    fireEvent.change(field, { target: { value: '  kn44b une2n z6hkf dbnuz ' } });
    press();
    expect(await screen.findByText(/Code KN44B-UNE2N-Z6HKF-DBNUZ redeemed\./)).toBeVisible();
    expect(sent()).toEqual([{ code: 'kn44b une2n z6hkf dbnuz' }]);
    expect(field.value).toBe('');
  });

  it.each([
    ['en', 'Plugin “FAQ” 1.2.0', /^App “Desk” until /],
    ['zh-CN', '插件“常见问题” 1.2.0', /^应用“工作台”，有效期至/],
  ])('names the plugin and the app of the code, in %s', async (lang, plugin, app) => {
    const grant = {
      pluginVersionId: 3,
      pluginTitle: { en: 'FAQ', 'zh-cn': '常见问题' },
      pluginVersion: '1.2.0',
      appId: 4,
      appTitle: { en: 'Desk', 'zh-cn': '工作台' },
      appUntil: 1_900_000_000,
    };
    const { field, press } = await open({ data: { grant } }, undefined, [lang]);
    fireEvent.change(field, { target: { value: 'CODE' } });
    press();
    expect(await screen.findByText(plugin)).toBeVisible();
    expect(screen.getByText(app)).toBeVisible();
  });

  it.each([
    ['en', 'This code was used up.'],
    ['zh-CN', '该激活码已用完'],
  ])('shows a refusal at the field and keeps the input, in %s', async (lang, reason) => {
    const { field, press } = await open({ code: 0, msg: reason, data: { fields: { code: reason } } }, undefined, [
      lang,
    ]);
    fireEvent.change(field, { target: { value: 'USED' } });
    press();
    await waitFor(() => expect(field).toHaveAccessibleDescription(reason));
    expect(field).toBeInvalid();
    expect(field.value).toBe('USED');
  });

  it('shows an error for an empty code and sends nothing', async () => {
    const { field, sent, press } = await open({ data: {} });
    press();
    await waitFor(() => expect(field).toBeInvalid());
    expect(sent()).toEqual([]);
  });

  it('reads the code of a link', async () => {
    const { field } = await open({ data: {} }, '/user/redeem?code=FROM-LINK');
    expect(field.value).toBe('FROM-LINK');
  });
});
