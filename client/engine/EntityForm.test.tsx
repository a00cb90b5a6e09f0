/** The derived form as a person meets it, while somebody else changes the same record. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import type { Change } from '../../common/protocol/live';
import type { Wire } from '../../common/entity/project';
import type { Asked, Told } from '../testing/httpWorld';
import { listOf, openScreen, thing, wholeRow, type Screen } from '../testing/screen';
import { EntityPage } from './EntityPage';

let opened: Screen | undefined;
afterEach(async () => {
  cleanup();
  await opened?.close();
});

const anna = { id: 'admin:2', name: 'Anna' };
const update = (v: number, set: Wire, mid?: string): Change => ({
  op: 'u',
  id: 1,
  v,
  set,
  by: anna,
  at: Date.now(),
  ...(mid ? { mid } : {}),
});
const read = { envelope: { data: { row: wholeRow(1), refs: {}, seq: '10', epoch: 'e1' } } };
const done = (row: Wire, merged: readonly string[] = []): Told => ({
  envelope: { data: { id: 1, revision: row['revision'], row, ignored: [], merged, seq: '12', cid: 'c' } },
});

async function openForm(
  save: (asked: Asked) => Told = () => ({ status: 500 }),
  wishes: { nodes?: readonly string[]; hidden?: readonly string[] } = {},
) {
  opened = await openScreen(<EntityPage entity={thing} record="1" />, {
    at: '/admin/thing/1',
    ...wishes,
    answer: (asked) => {
      if (asked.path.endsWith('/select')) return { envelope: { data: listOf([]) } };
      if (asked.path !== '/admin/thing/edit') return undefined;
      return asked.method === 'GET' ? read : save(asked);
    },
  });
  await screen.findByLabelText(/^Title/);
  const world = opened;
  return {
    ...world,
    hear: (change: Change) => act(() => world.hear(change)),
    saves: () => world.world.asked.filter(({ method }) => method === 'POST'),
  };
}
const title = () => screen.getByLabelText<HTMLInputElement>(/^Title/);
const note = () => screen.getByLabelText<HTMLTextAreaElement>(/^Note/);
const save = () => screen.getByRole('button', { name: 'Save' });

describe('a form', () => {
  const user = userEvent.setup();

  it('shows a change of an untouched field in place and says by whom', async () => {
    const { hear } = await openForm();
    hear(update(2, { note: 'From Anna' }));
    expect(note().value).toBe('From Anna');
    expect(screen.getByText('Updated by Anna just now')).toBeInTheDocument();
    expect(save()).toBeDisabled();
  });

  it('sends only what was changed, with what it was changed from', async () => {
    const { saves, hear } = await openForm(() =>
      done(wholeRow(1, { revision: 3, title: 'Mine', note: 'From Anna' }), ['note']),
    );
    await user.clear(title());
    await user.type(title(), 'Mine');
    hear(update(2, { note: 'From Anna' }));
    await user.click(save());
    expect(await screen.findByText(/Merged with Anna’s change of Note/)).toBeInTheDocument();
    expect(saves()[0]?.body).toEqual({
      id: 1,
      revision: 2,
      title: 'Mine',
      _base: { title: 'Thing 1' },
      _mid: expect.any(String),
    });
    expect(screen.getByText(/^Saved \d\d:\d\d/)).toBeInTheDocument();
  });

  it('asks at the field when both changed it, and never before the text', async () => {
    const { hear } = await openForm();
    await user.type(title(), ' mine');
    hear(update(2, { title: 'Theirs' }));
    expect(title().value).toBe('Thing 1 mine');
    expect(screen.getByRole('alert')).toHaveTextContent('Anna changed this to “Theirs”');
    expect(screen.getByText('Decide about 1 field first')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Take theirs' }));
    expect(title().value).toBe('Theirs');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('asks in the same place when only the server knew', async () => {
    const conflict = { field: 'title', base: 'Thing 1', mine: 'x', theirs: 'Theirs', by: anna, at: 1 };
    const { saves } = await openForm(({ body }) =>
      (body as { _base: Wire })._base['title'] === 'Theirs'
        ? done(wholeRow(1, { revision: 3, title: 'Thing 1 mine' }))
        : { envelope: { code: 412, data: { kind: 'fields', id: 1, revision: 2, fields: [conflict] } } },
    );
    await user.type(title(), ' mine');
    await user.click(save());
    await user.click(await screen.findByRole('button', { name: 'Keep mine' }));
    await user.click(save());
    await waitFor(() => expect(saves()).toHaveLength(2));
    expect(saves()[1]?.body).toMatchObject({ title: 'Thing 1 mine', _base: { title: 'Theirs' } });
  });

  it('does not disturb a composition, not even when the field changes elsewhere', async () => {
    const { hear } = await openForm();
    const input = title();
    await user.click(input);
    fireEvent(input, createEvent.compositionStart(input));
    hear(update(2, { title: 'Theirs' }));
    expect(input.value).toBe('Thing 1');
    fireEvent.change(input, { target: { value: 'Thing 1ni' } });
    fireEvent(input, createEvent.compositionUpdate(input, { data: 'ni' }));
    hear(update(3, { title: 'Theirs again', note: 'n' }));
    expect(title()).toBe(input);
    expect(input.value).toBe('Thing 1ni');
    expect(document.activeElement).toBe(input);
    fireEvent(input, createEvent.compositionEnd(input, { data: '你' }));
    fireEvent.change(input, { target: { value: 'Thing 1你' } });
    expect(input.value).toBe('Thing 1你');
  });

  it('is not dirty when the text is typed back', async () => {
    await openForm();
    await user.type(title(), 'x');
    expect(screen.getByText('1 unsaved field')).toBeInTheDocument();
    await user.type(title(), '{Backspace}');
    expect(screen.getByText('No changes')).toBeInTheDocument();
  });

  it('puts a refusal where it belongs instead of the help', async () => {
    await openForm(() => ({ envelope: { code: 0, msg: 'no', data: { fields: { title: 'Already taken' } } } }));
    await user.type(title(), 'x');
    await user.click(save());
    expect(await screen.findByText('Already taken')).toBeInTheDocument();
    expect(title()).toHaveAccessibleDescription('Already taken');
    await waitFor(() => expect(title()).toHaveFocus());
  });

  it('checks before it asks', async () => {
    const { saves } = await openForm();
    await user.clear(title());
    await user.click(save());
    expect(await screen.findByText('Please fill in this field')).toBeInTheDocument();
    expect(saves()).toHaveLength(0);
  });

  it('is only to be read by those who may not write', async () => {
    await openForm(undefined, { nodes: ['index'] });
    expect(screen.getByText('You may look at this record but not change it.')).toBeInTheDocument();
    expect(title()).toBeDisabled();
  });

  it('has nothing in it that axe objects to', async () => {
    const { container, hear } = await openForm();
    await user.type(title(), ' mine');
    hear(update(2, { title: 'Theirs', note: 'n' }));
    const { violations } = await axe.run(container, {
      rules: { region: { enabled: false }, 'color-contrast': { enabled: false } },
    });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([]);
  });
});
