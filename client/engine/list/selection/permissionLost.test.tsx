/** Permissions lost while a dialog or drawer is open disable its button with a message; the selection stays. */
import { afterEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { BootstrapContext, useBootstrap } from '../../../shared/api/bootstrap';
import { permissionsChanged } from '../../../shared/store/connectionSlice';
import { createListResponse, openScreen, thing, thingRow, type Screen } from '../../../testing/screenHarness';
import { write } from '../../../testing/typeText';
import { EntityPage } from '../../EntityPage';

const user = userEvent.setup();
const PERMISSIONS_CHANGED_TEXT = 'Your permissions changed. Nothing was saved.';
let rendered: Screen;
type Bootstrap = ReturnType<typeof useBootstrap>;
let setBootstrap: (next: (current: Bootstrap) => Bootstrap) => void;
const setPermissions = (actions: readonly string[], writable: readonly string[] = []) =>
  setBootstrap((current) => ({
    ...current,
    permissions: { '/admin/thing': actions.map((action) => `/admin/thing/${action}`) },
    entities: { thing: { readable: current.entities['thing']?.readable ?? [], writable } },
  }));

/** The list with permissions that can be removed while it is shown. */
function PageWithPermissions({ onShown }: { readonly onShown: (set: typeof setBootstrap) => void }) {
  const [bootstrap, setOwnBootstrap] = useState(useBootstrap());
  useEffect(() => onShown(setOwnBootstrap), [onShown]);
  return (
    <BootstrapContext value={bootstrap}>
      <EntityPage entity={thing} />
    </BootstrapContext>
  );
}
const onShown = (set: typeof setBootstrap) => void (setBootstrap = set);

async function choose(button: string) {
  rendered = await openScreen(<PageWithPermissions onShown={onShown} />, {
    respond: ({ path }) =>
      path === '/admin/thing/index'
        ? { envelope: { data: createListResponse([thingRow(5), thingRow(4)]) } }
        : undefined,
  });
  for (const id of [5, 4]) await user.click(await screen.findByRole('checkbox', { name: `Select Thing ${id}` }));
  await user.click(within(screen.getByRole('toolbar', { name: '2 selected' })).getByRole('button', { name: button }));
  return screen.findByRole('dialog');
}
afterEach(async () => {
  cleanup();
  await rendered.close();
});

it('permission lost: the delete dialog is disabled', async () => {
  const dialog = await choose('Delete');
  const button = within(dialog).getByRole('button', { name: 'Delete' });
  expect(button).toBeEnabled();
  act(() => setPermissions(['index', 'edit']));
  expect(button).toBeDisabled();
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(PERMISSIONS_CHANGED_TEXT);
  const root = { id: 'admin:1', name: 'Root' };
  act(() => void rendered.client.store.dispatch(permissionsChanged(root)));
  expect(within(dialog).getByRole('alert')).toHaveTextContent('Root changed your permissions. Nothing was saved.');
  act(() => setPermissions(['index', 'edit', 'del']));
  expect(button).toBeEnabled();
  expect(within(dialog).queryByRole('alert')).toBeNull();
});

it('permission lost: an empty drawer does not mention text', async () => {
  const drawer = await choose('Edit');
  await user.click(within(drawer).getByRole('checkbox', { name: 'Note' }));
  act(() => setPermissions(['index', 'del']));
  expect(within(drawer).getByRole('alert')).toHaveTextContent(PERMISSIONS_CHANGED_TEXT);
  expect(within(drawer).queryByRole('button', { name: 'Copy' })).toBeNull();
});

it('permission lost: the bulk edit drawer is disabled', async () => {
  const drawer = await choose('Edit');
  await user.click(within(drawer).getByRole('checkbox', { name: 'Note' }));
  await write(within(drawer).getByRole('textbox', { name: 'Note' }), 'Half a sentence');
  const button = within(drawer).getByRole('button', { name: 'Apply' });
  expect(button).toBeEnabled();
  act(() => setPermissions(['index', 'edit', 'del'], ['price']));
  expect(button).toBeDisabled();
  expect(within(drawer).getByRole('alert')).toHaveTextContent('Your permissions changed. Your text is still here.');
  expect(drawer).not.toHaveTextContent('records will change');
  expect(within(drawer).getByText('Half a sentence')).toBeVisible();
  const copied = jest.spyOn(navigator.clipboard, 'writeText');
  const [ofAll, ofField] = within(drawer).getAllByRole('button', { name: 'Copy' });
  if (ofField && ofAll) for (const copy of [ofField, ofAll]) await act(() => user.click(copy));
  expect(rendered.client.app.toasts.list().map(({ text }) => text)).toEqual(['Copied']);
  expect(copied.mock.calls.flat()).toEqual(['Half a sentence', 'Note: Half a sentence']);
  act(() => setPermissions(['index', 'edit', 'del'], ['price', 'note']));
  expect(button).toBeEnabled();
  expect(within(drawer).getByRole('textbox', { name: 'Note' })).toHaveValue('Half a sentence');
  expect(within(drawer).getByRole('checkbox', { name: 'Price' })).toBeVisible();
  act(() => setPermissions(['index', 'del'], ['price', 'note']));
  expect(button).toBeDisabled();
  // Nothing can be chosen any more.
  expect(within(drawer).getAllByRole('checkbox')).toEqual([within(drawer).getByRole('checkbox', { name: 'Note' })]);
  expect(within(drawer).getByText('Half a sentence')).toBeVisible();
});
