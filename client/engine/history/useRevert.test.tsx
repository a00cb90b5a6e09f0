/** A revert never replaces text the user is typing. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { HistoryEntry } from '../../../common/protocol/history';
import type { ActorRef } from '../../../common/protocol/liveEvents';
import { useBootstrap } from '../../shared/api/bootstrap';
import type { FakeResponse } from '../../testing/fakeHttpServer';
import { openScreen, thing, wholeRow, type Screen } from '../../testing/screenHarness';
import { anna, conflictResponse } from '../../testing/formHarness';
import { rewrite } from '../../testing/typeText';
import { currentValue } from '../formState/draft';
import { useForm } from '../form/useForm';
import { useRevert } from './useRevert';

let rendered: Screen | undefined;
afterEach(async () => {
  cleanup();
  await rendered?.close();
});

const line: HistoryEntry = {
  seq: '5',
  cid: 'c5',
  revision: 2,
  op: 'u',
  by: anna,
  channel: 'ui',
  at: 1,
  hidden: 0,
  fields: [
    { field: 'title', before: 'T-one', after: 'T-two' },
    { field: 'note', before: 'N-one', after: 'N-two' },
  ],
};
function Probe() {
  const form = useForm(thing, 1);
  const { revert } = useRevert(form, 1, () => undefined);
  const { admin } = useBootstrap();
  const shown = (field: string) => {
    const value = currentValue(form.draft, field);
    return typeof value === 'string' ? value : '';
  };
  if (!form.draft.isLoaded) return null;
  return (
    <>
      <p>{`admin:${admin.id}`}</p>
      <input
        aria-label="Title"
        value={shown('title')}
        onChange={(event) => form.handlers.onType('title', event.target.value)}
      />
      <output>{shown('note')}</output>
      <button type="button" onClick={() => void revert(line)}>
        Revert
      </button>
    </>
  );
}
async function open(getBy: () => ActorRef, refusal?: FakeResponse) {
  const conflict = () => ({
    kind: 'fields',
    id: 1,
    revision: 3,
    merged: [],
    fields: [{ field: 'title', by: getBy() }],
  });
  rendered = await openScreen(<Probe />, {
    respond: ({ path }) => {
      if (path === '/admin/thing/edit')
        return { envelope: { data: { row: wholeRow(1, { title: 'T-three' }), refs: {}, seq: '10', epoch: 'e1' } } };
      if (path === '/admin/thing/revert') return refusal ?? conflictResponse(conflict());
      if (path === '/admin/thing/history') return { envelope: { data: { list: [line], more: false, refs: {} } } };
      return undefined;
    },
  });
  const { client } = rendered;
  const toastText = () => client.app.toasts.list()[0]?.text;
  return { said: toastText, title: await screen.findByLabelText<HTMLInputElement>('Title') };
}
const user = userEvent.setup();
const revert = () => user.click(screen.getByRole('button', { name: 'Revert' }));

it('useRevert: keeps unsaved text, puts the other values into the form, with a message', async () => {
  const { said, title } = await open(() => anna);
  await rewrite(title, 'My unsaved text');
  await revert();
  await waitFor(() => expect(said()).toMatch(/^Your unsaved text in Title is kept\./));
  expect(title.value).toBe('My unsaved text');
  expect(screen.getByText('N-one')).toBeInTheDocument();
});

it('useRevert: puts all values into an untouched form, and names the same user as author of later changes', async () => {
  const { said, title } = await open(() => ({ id: screen.getByText(/^admin:/).textContent, name: 'Administrator' }));
  await revert();
  await waitFor(() => expect(said()).toMatch(/^You’ve changed this since\./));
  expect(title.value).toBe('T-one');
});

it('useRevert: shows the error of a value that is not restored', async () => {
  const msg = 'Check the marked fields.';
  const { said } = await open(() => anna, { envelope: { code: 0, msg, data: { fields: { note: 'Too old' } } } });
  await revert();
  await waitFor(() => expect(said()).toBe('Note: Too old'));
});
