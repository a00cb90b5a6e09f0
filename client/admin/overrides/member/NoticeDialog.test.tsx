/** NoticeDialog: a notice without a response is repeated under its key, a refused one gets a new key. */
import { expect, it, jest } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Providers } from '../../../shared/startup/Providers';
import { createTestClient, createTestUser } from '../../../testing/testClient';
import { write } from '../../../testing/typeText';
import { NoticeDialog } from './NoticeDialog';

const envelope = (code: number, data: unknown = null) =>
  new Response(JSON.stringify({ code, msg: 'Refused', data, time: 1_700_000_000 }), {
    headers: { 'content-type': 'application/json' },
  });

it('NoticeDialog: keeps its idempotency key after a lost response, takes a new one after a refusal, and closes on success', async () => {
  const keys: unknown[] = [];
  const broken = () => Promise.reject(new TypeError('the line broke'));
  // Each press sends up to three tries.
  const responses = [broken, broken, broken, async () => envelope(0), async () => envelope(1)];
  const onClose = jest.fn();
  const fetch = async (_: unknown, init?: RequestInit) => {
    const { _mid } = JSON.parse(init?.body as string) as { readonly _mid: unknown };
    keys.push(_mid);
    return (responses[keys.length - 1] ?? broken)();
  };
  const client = createTestClient({ person: createTestUser(), fetch });
  render(
    <Providers client={client}>
      <NoticeDialog id={5} name="Ada" onClose={onClose} />
    </Providers>,
  );
  const user = userEvent.setup();
  await write(screen.getByRole('textbox'), 'Your device is ready');
  for (const sent of [3, 4, 5]) {
    const button = screen.getByRole('button', { name: 'memberSupport.notice.send' });
    await waitFor(() => expect(button).toBeEnabled());
    await user.click(button);
    await waitFor(() => expect(keys).toHaveLength(sent), { timeout: 10_000 });
  }
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(new Set(keys.slice(0, 4)).size).toBe(1);
  expect(keys[4]).not.toBe(keys[3]);
});
