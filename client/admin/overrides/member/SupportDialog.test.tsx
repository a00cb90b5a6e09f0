/** Before support looks at an account it says why, in both languages. */
import { afterEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen as page, waitFor } from '@testing-library/react';
import { settingsChanged } from '../../../shared/settings';
import { useLaterWords } from '../../../shared/useLaterWords';
import { openScreen, type Screen } from '../../../testing/screen';
import { SupportDialog } from './SupportDialog';

let screen: Screen | undefined;
afterEach(async () => {
  cleanup();
  jest.restoreAllMocks();
  await screen?.close();
});
function Dialog({ onClose }: { readonly onClose: () => void }) {
  useLaterWords();
  return <SupportDialog id={9} name="Mia" onClose={onClose} />;
}

it('support: the reason is sent, and nothing is sent without one', async () => {
  jest.spyOn(window, 'open').mockReturnValue(null);
  const closed = jest.fn();
  screen = await openScreen(<Dialog onClose={closed} />, { answer: () => ({ envelope: { data: { ticket: 'one' } } }) });
  const submit = await page.findByRole('button', { name: 'Open the account' });
  expect(submit).toBeDisabled();
  fireEvent.change(page.getByRole('textbox'), { target: { value: ' Ticket 4711 ' } });
  fireEvent.click(submit);
  await waitFor(() => expect(closed).toHaveBeenCalled());
  const sent = screen.world.asked.map(({ body }) => body);
  expect(sent).toContainEqual(expect.objectContaining({ id: 9, reason: 'Ticket 4711' }));
  const { store } = screen.client;
  act(() => void store.dispatch(settingsChanged({ lang: 'zh-cn' })));
  expect(await page.findByRole('button', { name: '打开账号' })).toBeInTheDocument();
  expect(page.getByRole('textbox', { name: /查看原因/ })).toBeInTheDocument();
});
