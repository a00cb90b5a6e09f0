/** What one takes back in the very tab one types in is no quarrel with oneself. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { wholeRow } from '../../testing/screenHarness';
import { anna, done, openThing, save, title, update, type ThingForm } from '../../testing/formHarness';
import { write } from '../../testing/typeText';

const self = { id: 'admin:7', name: 'Lin' };
let rendered: ThingForm | undefined;
afterEach(async () => {
  cleanup();
  await rendered?.close();
});

const sentRequests = (path: string) => rendered?.world.asked.find((one) => one.path === path);
/** Saves a title, goes on typing in it, and takes the save back by its own message. */
async function undoWhileTyping() {
  const user = userEvent.setup();
  const form = await openThing(() => done(wholeRow(1, { revision: 2, title: 'Thing 1, saved' })), {
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

it('lets the text stand over what the undo brought back, and saves it without a question', async () => {
  const { hear, saves, user, mid } = await undoWhileTyping();
  hear(update(3, { title: 'Thing 1' }, mid, self));
  expect(title().value).toBe('Thing 1, saved, and more');
  expect(screen.queryByRole('button', { name: 'Keep mine' })).toBeNull();
  await user.click(save());
  const sent = () => saves().filter(({ path }) => path === '/admin/thing/edit');
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]?.body).toMatchObject({
    title: 'Thing 1, saved, and more',
    _base: { title: 'Thing 1' },
    revision: 3,
  });
});

it('still asks about oneself in another tab, and about what somebody else wrote with it', async () => {
  const { hear, mid } = await undoWhileTyping();
  hear(update(3, { title: 'From another tab' }, 'of-another-tab', self));
  expect(screen.getByRole('button', { name: 'Keep mine' })).toBeInTheDocument();
  hear(update(4, { title: 'Thing 1' }, mid, self));
  expect(screen.queryByRole('button', { name: 'Keep mine' })).toBeNull();
  hear(update(5, { title: 'From Anna' }, undefined, anna));
  expect(screen.getByText('Anna changed this to “From Anna”')).toBeInTheDocument();
});

const lost = { breaks: true } as const;
const UNANSWERED = 'The connection broke before the answer came. Ask again: it is done once, never twice.';
const midsOf = (path: string) =>
  new Set(
    rendered?.world.asked
      .filter((one) => one.path === path)
      .map(({ body }) => (body as { readonly _mid: string } | undefined)?._mid),
  );

it('asks again under the same id when the answer of an undo was lost, and says that it was done', async () => {
  const user = userEvent.setup();
  let broken = true;
  rendered = await openThing(() => done(wholeRow(1, { revision: 2, title: 'Thing 1, saved' })), {
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
  await user.click(screen.getByRole('button', { name: 'Ask again' }));
  await screen.findByText('Undone');
  expect(midsOf('/admin/history/undo').size).toBe(1);
});

it('says of an undo that is undone that it is done again, and offers the way back', async () => {
  const user = userEvent.setup();
  let undone = 0;
  rendered = await openThing(() => done(wholeRow(1, { revision: 2, title: 'Thing 1, saved' })), {
    other: ({ path }) => {
      if (path !== '/admin/history/undo') return undefined;
      undone += 1;
      return { envelope: { data: { undone: 2, left: [], hidden: 0, cid: `u${undone}` } } };
    },
  });
  await write(title(), ', saved');
  await user.click(save());
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByText('2 records are as they were before');
  await user.click(screen.getByRole('button', { name: 'Redo' }));
  await screen.findByText('Done again for 2 records');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('2 records are as they were before');
});

it('asks again under the same id when the answer of a revert was lost; the next revert is another act', async () => {
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
      return broken ? lost : done(wholeRow(1, { revision: 2, title: 'Thing 0' }));
    },
  });
  await user.click(screen.getByRole('button', { name: 'Show history' }));
  const revert = () => screen.findByRole('button', { name: 'Revert all of this save' });
  await user.click(await revert());
  await screen.findByText(UNANSWERED, {}, { timeout: 10_000 });
  broken = false;
  await user.click(await revert());
  await screen.findByText('The earlier values are back');
  expect(midsOf('/admin/thing/revert').size).toBe(1);
  await user.click(await revert());
  await waitFor(() => expect(midsOf('/admin/thing/revert').size).toBe(2));
});
