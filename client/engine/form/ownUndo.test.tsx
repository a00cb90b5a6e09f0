/** An undo in the same tab is not a conflict with the text typed in it. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { wholeRow } from '../../testing/screenHarness';
import { anna, savedResponse, openThing, save, title, update, type FormDriver } from '../../testing/formHarness';
import { write } from '../../testing/typeText';

const self = { id: 'admin:7', name: 'Lin' };
let rendered: FormDriver | undefined;
afterEach(async () => {
  cleanup();
  await rendered?.close();
});

const sentRequests = (path: string) => rendered?.fakeServer.requests.find((request) => request.path === path);
/** Saves a title, continues typing in it, and undoes the save from its message. */
async function undoWhileTyping() {
  const user = userEvent.setup();
  const form = await openThing(() => savedResponse(wholeRow(1, { revision: 2, title: 'Thing 1, saved' })), {
    other: ({ path }) =>
      path === '/admin/history/undo' ? { envelope: { data: { undone: 1, left: [], hidden: 0, cid: 'u' } } } : undefined,
  });
  rendered = form;
  await write(title(), ', saved');
  await user.click(save());
  const undo = await screen.findByRole('button', { name: 'Undo' });
  await write(title(), ', and more');
  await user.click(undo);
  await waitFor(() => expect(sentRequests('/admin/history/undo')).toBeDefined());
  const body = sentRequests('/admin/history/undo')?.body as { readonly _mid: string } | undefined;
  return { ...form, user, mid: body?._mid };
}

it('undo in the same tab: typed text stays over the restored value and saves without a conflict', async () => {
  const { receiveChange, saveRequests, user, mid } = await undoWhileTyping();
  receiveChange(update(3, { title: 'Thing 1' }, mid, self));
  expect(title().value).toBe('Thing 1, saved, and more');
  expect(screen.queryByRole('button', { name: 'Keep mine' })).toBeNull();
  await user.click(save());
  const sent = () => saveRequests().filter(({ path }) => path === '/admin/thing/edit');
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]?.body).toMatchObject({
    title: 'Thing 1, saved, and more',
    _base: { title: 'Thing 1' },
    revision: 3,
  });
});

it('undo: a change of the same user in another tab, or of somebody else, is still a conflict', async () => {
  const { receiveChange, mid } = await undoWhileTyping();
  receiveChange(update(3, { title: 'From another tab' }, 'of-another-tab', self));
  expect(screen.getByRole('button', { name: 'Keep mine' })).toBeInTheDocument();
  receiveChange(update(4, { title: 'Thing 1' }, mid, self));
  expect(screen.queryByRole('button', { name: 'Keep mine' })).toBeNull();
  receiveChange(update(5, { title: 'From Anna' }, undefined, anna));
  expect(screen.getByText('Anna changed this to “From Anna”')).toBeInTheDocument();
});

const lost = { isDropped: true } as const;
const UNANSWERED =
  'The connection was lost before the server answered. You can try again: the change is only made once.';
const getMids = (path: string) =>
  new Set(
    rendered?.fakeServer.requests
      .filter((request) => request.path === path)
      .map(({ body }) => (body as { readonly _mid: string } | undefined)?._mid),
  );

it('undo: a lost response is retried with the same idempotency key, and the success is shown', async () => {
  const user = userEvent.setup();
  let broken = true;
  rendered = await openThing(() => savedResponse(wholeRow(1, { revision: 2, title: 'Thing 1, saved' })), {
    other: ({ path }) => {
      if (path !== '/admin/history/undo') return undefined;
      return broken ? lost : { envelope: { data: { undone: 1, left: [], hidden: 0, cid: 'u' } } };
    },
  });
  await write(title(), ', saved');
  await user.click(save());
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByText(UNANSWERED, {}, { timeout: 10_000 });
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Undone');
  expect(getMids('/admin/history/undo').size).toBe(1);
});

it('undo of an undo: the message shows “redone” and offers an undo', async () => {
  const user = userEvent.setup();
  let undone = 0;
  rendered = await openThing(() => savedResponse(wholeRow(1, { revision: 2, title: 'Thing 1, saved' })), {
    other: ({ path }) => {
      if (path !== '/admin/history/undo') return undefined;
      undone += 1;
      return { envelope: { data: { undone: 2, left: [], hidden: 0, cid: `u${undone}` } } };
    },
  });
  await write(title(), ', saved');
  await user.click(save());
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByText('2 records restored');
  await user.click(screen.getByRole('button', { name: 'Redo' }));
  await screen.findByText('2 records redone');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('2 records restored');
});

it('revert: a lost response is retried with the same idempotency key; the next revert gets a new one', async () => {
  const user = userEvent.setup();
  let broken = true;
  const fields = [{ field: 'title', before: 'Thing 0', after: 'Thing 1' }];
  const line = {
    seq: '5',
    cid: 'c5',
    revision: 1,
    op: 'u',
    by: anna,
    channel: 'ui',
    at: 1_700_000_000_000,
    fields,
    hidden: 0,
  };
  rendered = await openThing(undefined, {
    other: ({ path }) => {
      if (path === '/admin/thing/history') return { envelope: { data: { list: [line], more: false, refs: {} } } };
      if (path !== '/admin/thing/revert') return undefined;
      return broken ? lost : savedResponse(wholeRow(1, { revision: 2, title: 'Thing 0' }));
    },
  });
  await user.click(screen.getByRole('button', { name: 'Show history' }));
  const revert = () => screen.findByRole('button', { name: 'Revert this record' });
  await user.click(await revert());
  await screen.findByText(UNANSWERED, {}, { timeout: 10_000 });
  broken = false;
  await user.click(await revert());
  await screen.findByText('Earlier values restored');
  expect(getMids('/admin/thing/revert').size).toBe(1);
  await user.click(await revert());
  await waitFor(() => expect(getMids('/admin/thing/revert').size).toBe(2));
});
