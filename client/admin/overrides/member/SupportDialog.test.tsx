/** SupportDialog: viewing an account needs a reason, in both languages. */
import { afterEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen as page, waitFor } from '@testing-library/react';
import { settingsChanged } from '../../../shared/store/settings';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { openScreen, type Screen } from '../../../testing/screenHarness';
import { SupportDialog } from './SupportDialog';

let screen: Screen | undefined;
afterEach(async () => {
  cleanup();
  jest.restoreAllMocks();
  await screen?.close();
});
function Dialog({ onClose }: { readonly onClose: () => void }) {
  useLazyTranslations();
  return <SupportDialog id={9} name="Mia" onClose={onClose} />;
}

async function send(opens: Window | null, envelope: object) {
  const openTab = jest.spyOn(window, 'open').mockReturnValue(opens);
  const closed = jest.fn();
  screen = await openScreen(<Dialog onClose={closed} />, { respond: () => ({ envelope }) });
  const submit = await page.findByRole('button', { name: 'Open account' });
  fireEvent.change(page.getByRole('textbox'), { target: { value: 'Ticket 4711' } });
  fireEvent.click(submit);
  return { openTab, closed };
}

it('SupportDialog: opens the account in a new tab with the ticket in the URL fragment', async () => {
  const { openTab, closed } = await send(window, { data: { ticket: '1.9.a b' } });
  await waitFor(() => expect(closed).toHaveBeenCalled());
  expect(openTab.mock.calls).toEqual([['/user/login#support=1.9.a%20b', '_blank']]);
});

it('SupportDialog: offers a link where the browser blocked the new tab, and stays open until the link is used', async () => {
  const { closed } = await send(null, { data: { ticket: 'one' } });
  const link = await page.findByRole('link', { name: 'Open in new tab' });
  expect(link).toHaveAttribute('href', '/user/login#support=one');
  expect(link).toHaveAttribute('target', '_blank');
  expect(closed).not.toHaveBeenCalled();
  expect(page.getByRole('button', { name: 'Open account' })).toBeDisabled();
  fireEvent.click(link);
  expect(closed).toHaveBeenCalledTimes(1);
});

it('SupportDialog: opens no tab before the response, and shows a refusal', async () => {
  const { openTab, closed } = await send(window, { code: 0, msg: 'Not this member', data: null });
  expect(await page.findByText('Not this member')).toBeVisible();
  expect(openTab).not.toHaveBeenCalled();
  expect(closed).not.toHaveBeenCalled();
});

it('SupportDialog: sends the reason, and sends nothing without one', async () => {
  jest.spyOn(window, 'open').mockReturnValue(window);
  const closed = jest.fn();
  screen = await openScreen(<Dialog onClose={closed} />, {
    respond: () => ({ envelope: { data: { ticket: 'one' } } }),
  });
  const submit = await page.findByRole('button', { name: 'Open account' });
  // No apostrophe after a name: some fonts draw it with a gap.
  expect(page.getByRole('heading', { name: 'View Mia’s account' })).toBeVisible();
  expect(submit).toBeDisabled();
  fireEvent.change(page.getByRole('textbox'), { target: { value: ' Ticket 4711 ' } });
  fireEvent.click(submit);
  await waitFor(() => expect(closed).toHaveBeenCalled());
  const sent = screen.fakeServer.requests.map(({ body }) => body);
  expect(sent).toContainEqual(expect.objectContaining({ id: 9, reason: 'Ticket 4711' }));
  const { store } = screen.client;
  act(() => void store.dispatch(settingsChanged({ lang: 'zh-cn' })));
  expect(await page.findByRole('button', { name: '打开账号' })).toBeInTheDocument();
  expect(page.getByRole('textbox', { name: /查看原因/ })).toBeInTheDocument();
});
