/** A permission lost while the conflict dialog is open removes its buttons, but no text. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { BootstrapContext, useBootstrap } from '../../shared/api/bootstrap';
import { createListResponse, openScreen, thing, wholeRow, type Screen } from '../../testing/screenHarness';
import { anna, conflictResponse, save, title } from '../../testing/formHarness';
import { write } from '../../testing/typeText';
import { EntityPage } from '../EntityPage';

let rendered: Screen | undefined;
afterEach(async () => {
  cleanup();
  await rendered?.close();
});

function Losing() {
  const all = useBootstrap();
  const [lost, setLost] = useState(false);
  const fields = all.entities['thing'] ?? { readable: [], writable: [] };
  const less = {
    ...all,
    permissions: { '/admin/thing': ['/admin/thing/index'] },
    entities: { thing: { ...fields, writable: [] } },
  };
  return (
    <BootstrapContext value={lost ? less : all}>
      <button type="button" onClick={() => setLost(true)}>
        Lose
      </button>
      <EntityPage entity={thing} record="1" />
    </BootstrapContext>
  );
}

it('ConflictDialog: after the permission is lost, only the way back to the form is left, with the text', async () => {
  const clash = { field: 'title', base: 'Thing 1', mine: 'x', theirs: 'Thing one', by: anna, at: 1_700_000_000 };
  rendered = await openScreen(<Losing />, {
    at: '/admin/thing/1',
    respond: ({ method, path }) => {
      if (path.endsWith('/select')) return { envelope: { data: createListResponse([]) } };
      if (path !== '/admin/thing/edit') return undefined;
      if (method === 'GET') return { envelope: { data: { row: wholeRow(1), refs: {}, seq: '10', epoch: 'e1' } } };
      return conflictResponse({ kind: 'fields', id: 1, revision: 2, fields: [clash], merged: [] });
    },
  });
  const user = userEvent.setup();
  await screen.findByLabelText(/^Title/);
  await write(title(), ' mine');
  await user.click(save());
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('radio', { name: 'Yours' }));
  expect(dialog.getByRole('button', { name: 'Save result' })).toBeEnabled();
  fireEvent.click(screen.getByText('Lose'));
  await waitFor(() => expect(dialog.queryByRole('button', { name: 'Save result' })).toBeNull());
  expect(dialog.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Back to form']);
  expect(dialog.getByText(/(?:Your permissions changed|changed your permissions)\./)).toBeInTheDocument();
  const sent = () =>
    rendered?.fakeServer.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/edit'));
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(sent()).toHaveLength(1);
  await user.click(dialog.getByRole('button', { name: 'Back to form' }));
  expect((await screen.findAllByText('Thing 1 mine')).length).toBeGreaterThan(0);
});
