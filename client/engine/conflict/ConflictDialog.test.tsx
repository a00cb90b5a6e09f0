/** The conflict dialog as users meet it: every button, by mouse and keyboard, with full and partial server responses. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import type { WireRow } from '../../../common/entity/projectRow';
import type { RecordedRequest, FakeResponse } from '../../testing/fakeHttpServer';
import { wholeRow } from '../../testing/screenHarness';
import {
  anna,
  savedResponse,
  openThing,
  conflictResponse,
  save,
  title,
  update,
  type FormDriver,
} from '../../testing/formHarness';
import { rewrite, write } from '../../testing/typeText';

let rendered: FormDriver | undefined;
afterEach(async () => {
  cleanup();
  await rendered?.close();
});

const clash = {
  field: 'title',
  base: 'Thing 1',
  mine: 'Thing 1 mine',
  theirs: 'Thing one',
  by: anna,
  at: 1_700_000_000,
};
const noted = { field: 'note', before: null, theirs: 'N', by: anna, at: 1_700_000_000 };
const conflict = conflictResponse({ kind: 'fields', id: 1, revision: 2, fields: [clash], merged: [noted] });
const theirRow = () => wholeRow(1, { revision: 2, title: 'Thing one', note: 'N' });

const getBase = ({ body }: RecordedRequest) => (body as { readonly _base: WireRow })._base;
/** Rejects saves until their base is the value Anna wrote. */
const server = (request: RecordedRequest): FakeResponse =>
  getBase(request)['title'] === 'Thing one'
    ? savedResponse(wholeRow(1, { revision: 3, title: 'stored', note: 'N' }))
    : conflict;

async function clashWith(
  response: (request: RecordedRequest) => FakeResponse = server,
  options: Parameters<typeof openThing>[1] = {},
) {
  rendered = await openThing(response, options);
  const user = userEvent.setup();
  await write(title(), ' mine');
  await user.click(save());
  const dialog = await screen.findByRole('dialog');
  return { ...rendered, user, dialog, button: (name: string) => within(dialog).getByRole('button', { name }) };
}
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('ConflictDialog', () => {
  it('shows both texts word by word, author and time, and folds merged changes', async () => {
    const { dialog, container } = await clashWith();
    expect(dialog).toHaveAccessibleName('Someone else changed this record');
    expect(within(dialog).getByRole('radio', { name: /^Theirs · Anna, \d\d:\d\d$/ })).not.toBeChecked();
    expect(within(dialog).getByRole('radio', { name: 'Yours' })).not.toBeChecked();
    const saveResult = within(dialog).getByRole('button', { name: 'Save result' });
    expect(saveResult).toBeDisabled();
    expect(saveResult).toHaveAccessibleDescription('1 choice left');
    expect(within(dialog).getByText('one', { selector: 'ins' })).toBeInTheDocument();
    expect(within(dialog).getByText('1 other field merged').closest('details')).not.toHaveAttribute('open');
    expect(container.querySelector('[role=alert]')).toBeNull();
    const { violations } = await axe.run(document.body, {
      rules: { region: { enabled: false }, 'color-contrast': { enabled: false } },
    });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([]);
  });

  it('the dialog can be used with the keyboard only', async () => {
    const { user, dialog, saveRequests } = await clashWith();
    await waitFor(() => expect(within(dialog).getByRole('radio', { name: /^Theirs/ })).toHaveFocus());
    await user.keyboard('{Enter}');
    expect(saveRequests()).toHaveLength(1);
    await user.keyboard('{ArrowRight}');
    expect(within(dialog).getByRole('radio', { name: 'Yours' })).toBeChecked();
    expect(within(dialog).queryByRole('radio', { name: 'Both' })).toBeNull();
    expect(within(dialog).getByRole('textbox')).toHaveValue('Thing 1 mine');
    await user.keyboard('{Enter}');
    await closed();
    expect(saveRequests()[1]?.body).toMatchObject({
      revision: 2,
      title: 'Thing 1 mine',
      _base: { title: 'Thing one' },
    });
  });

  it('saves a result typed by hand once it is valid', async () => {
    const { user, dialog, saveRequests, button } = await clashWith();
    await user.click(within(dialog).getByRole('radio', { name: 'Yours' }));
    await user.clear(within(dialog).getByRole('textbox'));
    await user.click(button('Save result'));
    expect(await within(dialog).findByText('Fill in this field')).toBeInTheDocument();
    await write(within(dialog).getByRole('textbox'), 'By hand');
    await user.click(button('Save result'));
    await closed();
    expect(saveRequests().map(({ body }) => (body as WireRow)['title'])).toEqual(['Thing 1 mine', 'By hand']);
  });

  it('sends no request when the remote value is taken', async () => {
    const { user, dialog, saveRequests, button } = await clashWith();
    await user.click(within(dialog).getByRole('radio', { name: /^Theirs/ }));
    await user.click(button('Save result'));
    await closed();
    expect(saveRequests()).toHaveLength(1);
    expect(title().value).toBe('Thing one');
  });

  it('closes back to the form with the choice at the field, and opens again on Save', async () => {
    const { user } = await clashWith();
    await user.keyboard('{Escape}');
    await closed();
    expect(screen.getByRole('button', { name: 'Keep mine' })).toBeInTheDocument();
    expect(title().value).toBe('Thing 1 mine');
    await user.click(save());
    expect(await screen.findByRole('dialog')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Keep mine', hidden: true })).toBeNull();
  });

  const writeAndGoBack = async () => {
    let isClosed = false;
    const isNewer = (title: unknown) => title === 'Thing 1' || title === 'Thing two';
    const fakeServer = await clashWith((request) =>
      isNewer(getBase(request)['title']) && isClosed
        ? savedResponse(wholeRow(1, { revision: 4, title: 'Hand merged' }))
        : server(request),
    );
    await rewrite(within(fakeServer.dialog).getByRole('textbox'), 'Hand merged');
    await fakeServer.user.click(fakeServer.button('Back to form'));
    await closed();
    isClosed = true;
    const reopenDialog = async () => {
      await fakeServer.user.click(save());
      return within(await screen.findByRole('dialog'));
    };
    return { ...fakeServer, again: reopenDialog };
  };

  it('keeps chosen and typed results after closing', async () => {
    const { user, again } = await writeAndGoBack();
    expect(screen.getByText('Your result is saved. Select Save to reopen it.')).toBeInTheDocument();
    const rendered = await again();
    expect(rendered.getByRole('textbox')).toHaveValue('Hand merged');
    expect(rendered.queryByText(/^One of the versions has changed/)).toBeNull();
    await user.click(rendered.getByRole('radio', { name: /^Theirs/ }));
    await user.click(rendered.getByRole('button', { name: 'Back to form' }));
    await closed();
    expect((await again()).getByRole('radio', { name: /^Theirs/ })).toBeChecked();
  });

  it('autosaves a result typed there like text typed in the form', async () => {
    const { dialog, fakeServer } = await clashWith();
    const text = within(dialog).getByRole('textbox');
    await rewrite(text, 'Hand merged');
    const kept = () => fakeServer.requests.findLast(({ path }) => path === '/admin/draft/keep')?.body;
    const fields = { title: { base: 'Thing 1', mine: 'Thing 1 mine', written: 'Hand merged' } };
    await waitFor(() => expect(kept()).toMatchObject({ fields }), { timeout: 5_000 });
  });

  it('keeps a typed result after a third change and marks it as outdated', async () => {
    const { user, again, receiveChange, saveRequests } = await writeAndGoBack();
    receiveChange(update(3, { title: 'Thing two' }));
    const rendered = await again();
    const text = rendered.getByRole('textbox');
    expect(text).toHaveValue('Hand merged');
    expect(text).toHaveAccessibleDescription(/^One of the versions has changed since you wrote this result/);
    await user.click(rendered.getByRole('button', { name: 'Save result' }));
    await closed();
    expect(saveRequests()[1]?.body).toMatchObject({ title: 'Hand merged', _base: { title: 'Thing two' } });
    expect(screen.queryByText(/^Your result is saved/)).toBeNull();
  });

  it('asks about a typed result without a conflict, and offers a new choice for new sides', async () => {
    const { user, again, receiveChange, saveRequests } = await writeAndGoBack();
    receiveChange(update(3, { title: 'Thing 1' }));
    const rendered = await again();
    expect(rendered.getByRole('textbox')).toHaveValue('Hand merged');
    await user.click(rendered.getByRole('radio', { name: 'Now' }));
    await user.click(rendered.getByRole('button', { name: 'Back to form' }));
    await closed();
    receiveChange(update(4, { title: 'Thing three' }));
    for (const radio of (await again()).getAllByRole('radio')) expect(radio).not.toBeChecked();
    expect(saveRequests()).toHaveLength(1);
  });

  it('restores a typed result with an undone discard', async () => {
    const { user, again } = await writeAndGoBack();
    await user.click(screen.getByRole('button', { name: 'Discard changes' }));
    expect(screen.queryByText(/^Your result is saved/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect((await again()).getByRole('textbox')).toHaveValue('Hand merged');
  });

  it('lets a choice at the field replace the typed result', async () => {
    const { user, saveRequests } = await writeAndGoBack();
    await user.click(screen.getByRole('button', { name: 'Keep mine' }));
    await user.click(save());
    await waitFor(() => expect(saveRequests()).toHaveLength(2));
    expect(saveRequests()[1]?.body).toMatchObject({ title: 'Thing 1 mine', _base: { title: 'Thing one' } });
  });

  it('discards own changes and restores them', async () => {
    const { user, button } = await clashWith();
    await user.click(button('Discard mine'));
    await closed();
    expect(title().value).toBe('Thing one');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(title().value).toBe('Thing 1 mine');
  });

  it('saves own changes as a copy', async () => {
    const added: RecordedRequest[] = [];
    const { user, button } = await clashWith(server, {
      other: (request) => {
        if (request.path !== '/admin/thing/add') return undefined;
        added.push(request);
        return savedResponse(wholeRow(9, { title: 'Thing 1 mine' }));
      },
    });
    await user.click(button('Save mine as a copy'));
    await waitFor(() => expect(added).toHaveLength(1));
    expect(added[0]?.body).toMatchObject({ title: 'Thing 1 mine', note: 'N' });
    expect(added[0]?.body).not.toHaveProperty('id');
  });

  it('shows a third change and stays open', async () => {
    const { user, dialog, receiveChange, saveRequests, button } = await clashWith((request) =>
      getBase(request)['title'] === 'Thing two' ? savedResponse(wholeRow(1, { revision: 4 })) : server(request),
    );
    receiveChange(update(3, { title: 'Thing two' }, undefined, { id: 'admin:3', name: 'Carl' }));
    expect(within(dialog).getByRole('radio', { name: /^Theirs · Carl/ })).toBeInTheDocument();
    expect(within(dialog).getByText('two', { selector: 'ins' }).closest('[data-fresh]')).not.toBeNull();
    expect(within(dialog).getByText('Carl changed Title again.')).toBeInTheDocument();
    await user.click(within(dialog).getByRole('radio', { name: 'Yours' }));
    await user.click(button('Save result'));
    await closed();
    expect(saveRequests()[1]?.body).toMatchObject({ title: 'Thing 1 mine', _base: { title: 'Thing two' } });
  });

  it('keeps a typed result when a third change removes the conflict', async () => {
    let back = false;
    const { user, dialog, receiveChange, saveRequests, button } = await clashWith((request) =>
      back ? savedResponse(wholeRow(1, { revision: 4, title: 'Hand merged' })) : server(request),
    );
    const text = () => within(dialog).getByRole('textbox');
    await rewrite(text(), 'Hand merged');
    receiveChange(update(3, { title: 'Thing 1' }));
    back = true;
    expect(text()).toHaveValue('Hand merged');
    expect(within(dialog).getByRole('radio', { name: 'Now' })).not.toBeChecked();
    expect(within(dialog).queryByText(/^No conflicts left/)).toBeNull();
    await user.click(button('Save result'));
    await closed();
    expect(saveRequests()[1]?.body).toMatchObject({ title: 'Hand merged', _base: { title: 'Thing 1' } });
    expect(title().value).toBe('Hand merged');
  });

  it('saves again without a question once nothing is in conflict any more', async () => {
    let back = false;
    const { receiveChange, saveRequests } = await clashWith((request) =>
      back ? savedResponse(wholeRow(1, { revision: 4, title: 'Thing 1 mine' })) : server(request),
    );
    back = true;
    receiveChange(update(3, { title: 'Thing 1' }));
    await closed();
    await waitFor(() => expect(saveRequests()).toHaveLength(2));
    expect(saveRequests()[1]?.body).toMatchObject({ title: 'Thing 1 mine', _base: { title: 'Thing 1' } });
    await waitFor(() => expect(screen.queryByText('1 unsaved')).toBeNull());
  });

  it('closes with a message when the other person stored the same value', async () => {
    const { receiveChange, saveRequests } = await clashWith();
    receiveChange(update(3, { title: 'Thing 1 mine' }));
    await closed();
    expect(await screen.findByText('Their version was kept')).toBeInTheDocument();
    expect(saveRequests()).toHaveLength(1);
  });

  it('works without details from the server', async () => {
    let moved = false;
    const { user, dialog, button } = await clashWith(
      (request) => {
        moved = true;
        return getBase(request)['title'] === 'Thing one' ? server(request) : conflictResponse(null);
      },
      { row: () => (moved ? theirRow() : wholeRow(1)) },
    );
    expect(await within(dialog).findByRole('radio', { name: /^Theirs/ })).toBeInTheDocument();
    await user.click(within(dialog).getByRole('radio', { name: 'Yours' }));
    await user.click(button('Save result'));
    await closed();
    expect(screen.getByText(/^Saved \d\d:\d\d/)).toBeInTheDocument();
  });

  it('shows that a value is hidden', async () => {
    const { dialog } = await clashWith(() =>
      conflictResponse({
        kind: 'fields',
        id: 1,
        revision: 2,
        fields: [{ field: 'price', mine: null, by: anna, at: 0 }],
        merged: [],
      }),
    );
    expect(within(dialog).getByText(/a value you can’t see/)).toBeInTheDocument();
  });

  it('names the fields when the merged values are invalid', async () => {
    rendered = await openThing(() =>
      conflictResponse({
        kind: 'invalid',
        id: 1,
        revision: 2,
        merged: [noted],
        fields: { title: 'Too long with the note' },
      }),
    );
    const user = userEvent.setup();
    await write(title(), ' mine');
    await user.click(save());
    expect(await screen.findByText('Too long with the note')).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('recognizes the same user, in another tab or through the API', async () => {
    const self = { id: 'admin:0', name: 'Root' };
    const { dialog } = await clashWith(() =>
      conflictResponse({ kind: 'fields', id: 1, revision: 2, fields: [{ ...clash, by: self }], merged: [] }),
    );
    expect(dialog).toHaveAccessibleName('You changed this record in another tab or through the API');
    expect(within(dialog).getByRole('radio', { name: /you, in another tab or through the API/ })).toBeInTheDocument();
  });
});
