/** A switch whose change needs approval offers to request it from the rejection message. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createListResponse, openScreen, thing, thingRow, type Screen } from '../../../testing/screenHarness';
import { EntityPage } from '../../EntityPage';

const user = userEvent.setup();
const LABEL = 'Request approval';
const REASON = 'Another admin must approve this change';
const rejectedEdit = (secondPerson: boolean) => ({
  envelope: { code: 0, msg: 'refused', data: { fields: { open: [{ msg: REASON }] }, secondPerson } },
});
let rendered: Screen;
afterEach(async () => {
  cleanup();
  await rendered.close();
});

async function toggleSwitch(secondPerson: boolean, actions: readonly string[]) {
  rendered = await openScreen(<EntityPage entity={thing} />, {
    actions,
    respond: ({ path }) => {
      if (path === '/admin/thing/index') return { envelope: { data: createListResponse([thingRow(5, { open: 1 })]) } };
      if (path === '/admin/thing/ask') return { envelope: { msg: SERVER_MESSAGE, data: {} } };
      return path === '/admin/thing/edit' ? rejectedEdit(secondPerson) : undefined;
    },
  });
  const row = await screen.findByRole('row', { name: /Thing 5/ });
  await user.click(within(row).getByRole('switch', { name: 'Open' }));
  expect(await screen.findByText(`Open: ${REASON}`)).toBeVisible();
}
const SERVER_MESSAGE = 'Another admin was asked by the server.';
const approvalRequests = () =>
  rendered.fakeServer.requests.filter(({ path }) => path === '/admin/thing/ask').map(({ body }) => body);

it('inline save: sends the rejected value for approval', async () => {
  await toggleSwitch(true, ['index', 'edit', 'ask']);
  expect(approvalRequests()).toEqual([]);
  await user.click(screen.getByRole('button', { name: LABEL }));
  expect(await screen.findByText(SERVER_MESSAGE)).toBeVisible();
  expect(approvalRequests()).toEqual([{ id: 5, open: 0 }]);
  await waitFor(() => expect(screen.getByRole('switch', { name: 'Open' })).toBeChecked());
});

it.each([
  ['the rejection has another reason', false, ['index', 'edit', 'ask']],
  ['the person has no permission to request approval', true, ['index', 'edit']],
] as const)('no request is offered when %s', async (_case, secondPerson, actions) => {
  await toggleSwitch(secondPerson, actions);
  expect(screen.queryByRole('button', { name: LABEL })).toBeNull();
});
