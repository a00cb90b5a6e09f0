/** The derived form as a user sees it while another user changes the same record. */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { wholeRow, wholeThing } from '../../testing/screenHarness';
import { anna, savedResponse, note, openThing, save, title, update, type FormDriver } from '../../testing/formHarness';
import { write } from '../../testing/typeText';

let rendered: FormDriver | undefined;
afterEach(async () => {
  cleanup();
  await rendered?.close();
});
const openForm = async (...options: Parameters<typeof openThing>) => (rendered = await openThing(...options));

describe('EntityForm', () => {
  const user = userEvent.setup();

  it('the form shows a remote change of an untouched field in place, with its author', async () => {
    const { receiveChange } = await openForm(undefined, { adminId: 7 });
    receiveChange(update(2, { note: 'From Anna' }));
    expect(note().value).toBe('From Anna');
    expect(screen.getByText('Updated by Anna just now')).toBeInTheDocument();
    expect(save()).toBeDisabled();
    receiveChange(update(3, { note: 'From another tab' }, undefined, { id: 'admin:7', name: 'Root' }));
    expect(screen.getByText('Updated just now')).toBeInTheDocument();
  });

  it('sends only changed fields, with their base values', async () => {
    const { saveRequests, receiveChange } = await openForm(
      () =>
        savedResponse(
          wholeRow(1, { revision: 3, title: 'Mine', note: 'From Anna' }),
          ['note'],
          [{ field: 'note', before: null, theirs: 'From Anna', by: anna, at: 1_700_000_000 }],
        ),
      { entity: wholeThing },
    );
    await user.clear(title());
    await user.type(title(), 'Mine');
    receiveChange(update(2, { note: 'From Anna' }));
    await user.click(save());
    expect(await screen.findByText(/Saved and merged with Anna’s changes to Note/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'View' }));
    expect(await screen.findByText('From Anna', { selector: 'ins' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(saveRequests()[0]?.body).toEqual({
      id: 1,
      revision: 2,
      title: 'Mine',
      _base: { title: 'Thing 1' },
      _mid: expect.any(String),
    });
    expect(screen.getByText(/^Saved \d\d:\d\d/)).toBeInTheDocument();
  });

  it('asks at the field when both users changed it, and keeps the typed text until then', async () => {
    const { receiveChange } = await openForm();
    await write(title(), ' mine');
    receiveChange(update(2, { title: 'Theirs' }));
    expect(title().value).toBe('Thing 1 mine');
    expect(screen.getByRole('alert')).toHaveTextContent('Anna changed this to “Theirs”');
    expect(screen.getByText('Resolve 1 conflict to save')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Use theirs' }));
    expect(title().value).toBe('Theirs');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('names the system as the author in the reader’s language', async () => {
    const { receiveChange } = await openForm();
    await write(title(), ' mine');
    receiveChange(update(2, { title: 'Theirs' }, undefined, { id: 'system', name: 'system' }));
    expect(screen.getByRole('alert')).toHaveTextContent('System changed this to “Theirs”');
  });

  it('the form does not disturb an input method composition, even when the field changes remotely', async () => {
    const { receiveChange } = await openForm();
    const input = title();
    await user.click(input);
    fireEvent(input, createEvent.compositionStart(input));
    receiveChange(update(2, { title: 'Theirs' }));
    expect(input.value).toBe('Thing 1');
    fireEvent.change(input, { target: { value: 'Thing 1ni' } });
    fireEvent(input, createEvent.compositionUpdate(input, { data: 'ni' }));
    receiveChange(update(3, { title: 'Theirs again', note: 'n' }));
    expect(title()).toBe(input);
    expect(input.value).toBe('Thing 1ni');
    expect(document.activeElement).toBe(input);
    fireEvent(input, createEvent.compositionEnd(input, { data: '你' }));
    fireEvent.change(input, { target: { value: 'Thing 1你' } });
    expect(input.value).toBe('Thing 1你');
  });

  it('the form is not dirty after the text is typed back', async () => {
    await openForm();
    await user.type(title(), 'x');
    expect(screen.getByText('1 unsaved field')).toBeInTheDocument();
    await user.type(title(), '{Backspace}');
    expect(screen.getByText('No changes')).toBeInTheDocument();
  });

  it('renders the footer again for a key press, and the header not at all', async () => {
    const { client } = await openForm();
    const translateSpy = jest.spyOn(client.app.i18n, 't');
    await user.type(title(), 'xy');
    const words = translateSpy.mock.calls.map(([key]) => String(key));
    expect(words).toContain('engine.form.unsaved');
    expect(words).not.toContain('engine.form.close');
  });

  it('the form shows a field error in place of the help text', async () => {
    await openForm(() => ({ envelope: { code: 0, msg: 'no', data: { fields: { title: 'Already taken' } } } }));
    await user.type(title(), 'x');
    await user.click(save());
    expect(await screen.findByText('Already taken')).toBeInTheDocument();
    expect(title()).toHaveAccessibleDescription('Already taken');
    await waitFor(() => expect(title()).toHaveFocus());
  });

  // @spec P8-028
  it('the form shows the request id of a server error that rejects a save or a restore', async () => {
    const broken = { status: 500, envelope: { code: 500, msg: 'anything', data: { requestId: 'f00d' } } };
    const { receiveChange, client } = await openForm(() => broken, {
      actions: ['index', 'edit', 'restore'],
      other: ({ path }) => (path === '/admin/thing/restore' ? broken : undefined),
    });
    const toastTexts = () => client.app.toasts.list().map(({ text, details }) => [text, details]);
    const error = ['Server internal error!', ['Request ID: f00d']];
    await write(title(), ' mine');
    await user.click(save());
    await waitFor(() => expect(toastTexts()).toEqual([error]));
    client.app.toasts.dismiss(client.app.toasts.list()[0]?.id ?? 0);
    receiveChange({ op: 'del', id: 1, v: 2, by: anna, at: Date.now() });
    await user.click(screen.getByRole('button', { name: 'Restore and keep editing' }));
    await waitFor(() => expect(toastTexts()).toEqual([error]));
  });

  it('names the field of an error that the form does not show', async () => {
    await openForm(() => ({ envelope: { code: 0, msg: 'no', data: { fields: { weigh: 'Out of range' } } } }));
    await user.type(title(), 'x');
    await user.click(save());
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Before you save:.*: Out of range$/);
  });

  it('validates before it sends a request', async () => {
    const { saveRequests } = await openForm();
    await user.clear(title());
    await user.click(save());
    expect(await screen.findByText('Fill in this field')).toBeInTheDocument();
    expect(saveRequests()).toHaveLength(0);
  });

  it('the form is read-only without the permission to update', async () => {
    await openForm(undefined, { actions: ['index'] });
    expect(screen.getByText('You can view this record but not edit it.')).toBeInTheDocument();
    expect(title()).toBeDisabled();
  });

  it('passes the axe accessibility checks', async () => {
    const { container, receiveChange } = await openForm(undefined, { entity: wholeThing });
    await write(title(), ' mine');
    receiveChange(update(2, { title: 'Theirs', note: 'n' }));
    const { violations } = await axe.run(container, {
      rules: { region: { enabled: false }, 'color-contrast': { enabled: false } },
    });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([]);
  });
});

describe('EntityForm after the record or a permission is lost', () => {
  const user = userEvent.setup();

  it('the form keeps the text of a deleted record, restores it and continues', async () => {
    let restored = false;
    const { receiveChange } = await openForm(() => savedResponse(wholeRow(1, { revision: 4, title: 'Thing 1 mine' })), {
      actions: ['index', 'add', 'edit', 'restore'],
      row: () => (restored ? wholeRow(1, { revision: 3 }) : wholeRow(1)),
      other: ({ path }) => {
        if (path !== '/admin/thing/restore') return undefined;
        restored = true;
        return { envelope: { data: { ids: [1], skipped: [] } } };
      },
    });
    await write(title(), ' mine');
    receiveChange({ op: 'del', id: 1, v: 2, by: anna, at: Date.now() });
    expect(screen.getByText(/^Anna moved this record to the trash/)).toBeInTheDocument();
    expect(title().value).toBe('Thing 1 mine');
    await user.click(screen.getByRole('button', { name: 'Restore and keep editing' }));
    await waitFor(() => expect(screen.queryByText(/trash/)).toBeNull());
    expect(title().value).toBe('Thing 1 mine');
    await user.click(save());
    expect(await screen.findByText(/^Saved \d\d:\d\d/)).toBeInTheDocument();
  });

  it('offers a new record, but no restore, for a purged record', async () => {
    const { receiveChange } = await openForm(undefined, { actions: ['index', 'add', 'edit', 'restore'] });
    await write(title(), ' mine');
    receiveChange({ op: 'del', id: 1, v: 2, by: anna, at: Date.now() });
    await user.click(screen.getByRole('button', { name: 'Restore and keep editing' }));
    expect(await screen.findByText(/no longer in the trash/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Restore and keep editing' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Save as new' }));
    expect(title().value).toBe('Thing 1 mine');
    expect(screen.getByRole('heading', { name: 'Add thing' })).toBeInTheDocument();
  });
});
