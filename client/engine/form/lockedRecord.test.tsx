/** A record locked by its state, in the form while the user types and in the list. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createListResponse, openScreen, thing, thingRow, wholeRow, type Screen } from '../../testing/screenHarness';
import { note, save, title, update } from '../../testing/formHarness';
import { write } from '../../testing/typeText';
import { EntityPage } from '../EntityPage';

const lockable = { ...thing, spec: { ...thing.spec, locked: { field: 'state', when: ['published'] } } } as typeof thing;
const LOCKED = 'Can’t be edited while State is “Published”.';
const [draft, published] = [0, 1];

let rendered: Screen | undefined;
afterEach(async () => {
  cleanup();
  await rendered?.close();
});

describe('a locked record', () => {
  const user = userEvent.setup();
  const openForm = async (state: number) => {
    const harness = await openScreen(<EntityPage entity={lockable} record="1" />, {
      at: '/admin/thing/1',
      respond: ({ path, method }) => {
        if (path.endsWith('/select')) return { envelope: { data: createListResponse([]) } };
        if (path !== '/admin/thing/edit' || method !== 'GET') return undefined;
        return { envelope: { data: { row: wholeRow(1, { state }), refs: {}, seq: '10', epoch: 'e1' } } };
      },
    });
    rendered = harness;
    await screen.findByLabelText(/^Title/);
    return (v: number, now: number) => act(() => harness.receiveChange(update(v, { state: now })));
  };

  it('a locked record is read-only, with the reason, until it is unlocked', async () => {
    const receiveChange = await openForm(published);
    expect(await screen.findByText(LOCKED)).toBeInTheDocument();
    expect(screen.getByText('Read-only')).toBeInTheDocument();
    for (const field of [title(), note()]) expect(field).toBeDisabled();
    receiveChange(2, draft);
    expect(screen.queryByText(LOCKED)).toBeNull();
    expect(title()).toBeEnabled();
  });

  it('the form keeps text typed before the lock and saves it afterwards', async () => {
    const receiveChange = await openForm(draft);
    await write(title(), ' mine');
    expect(save()).toBeEnabled();
    receiveChange(2, published);
    expect(screen.getByText(/Your changes are kept\. You can save them when the record is unlocked/)).toHaveTextContent(
      LOCKED,
    );
    expect(screen.getByText('Locked. Can’t be saved yet.')).toBeInTheDocument();
    expect([title().value, (save() as HTMLButtonElement).disabled]).toEqual(['Thing 1 mine', true]);
    receiveChange(3, draft);
    expect([title().value, (save() as HTMLButtonElement).disabled]).toEqual(['Thing 1 mine', false]);
  });

  it('cannot be edited in its list, and the rejected deletion shows the reason', async () => {
    const locked = 'This record is locked in its current state.';
    rendered = await openScreen(<EntityPage entity={lockable} />, {
      respond: ({ path }) => {
        if (path === '/admin/thing/del') return { envelope: { code: 423, msg: locked } };
        if (path !== '/admin/thing/index') return undefined;
        return { envelope: { data: createListResponse([thingRow(2, { state: published }), thingRow(1)]) } };
      },
    });
    const [shut, free] = [
      await screen.findByRole('row', { name: /Thing 2/ }),
      await screen.findByRole('row', { name: /Thing 1/ }),
    ];
    const places = (row: HTMLElement) =>
      [...row.querySelectorAll('[data-editable]')].map((cell) => cell.getAttribute('data-editable'));
    expect([places(shut), places(free)]).toEqual([[], expect.arrayContaining(['title', 'price'])]);
    await user.click(within(shut).getByRole('button', { name: /Delete/ }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText(locked)).toBeInTheDocument();
    expect(shut).toBeInTheDocument();
  });
});
