/** A page of a module in the member center: members write, see what became of it, and remove what still waits. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Providers } from '../../../shared/startup/Providers';
import { startFakeHttpServer, type FakeHttpServer, type FakeResponse } from '../../../testing/fakeHttpServer';
import { createTestClient, createTestUser } from '../../../testing/testClient';
import { ModulePage } from './ModulePage';

let served: FakeHttpServer | undefined;
afterEach(async () => {
  cleanup();
  await served?.close();
});

const PAGE = {
  path: 'guest-book',
  entity: 'guest_book_entry',
  title: 'Guest book',
  text: '',
  heading: 'name',
  body: 'content',
  note: { name: 'reply', label: 'Reply' },
  one: 'Guest book entry',
  canAdd: true,
  removeIf: { state: 0 },
  state: { name: 'state', titles: { 0: 'To be checked', 1: 'Approved' } },
  fields: [
    { name: 'name', label: 'Name', help: 'Everybody reads it', max: 40, lines: 1, isRequired: true },
    { name: 'content', label: 'Text', help: '', max: 1000, lines: 5, isRequired: true },
  ],
};
const ROWS = [
  { id: 12, name: 'Anna', content: 'A mistake', state: 0, reply: '', create_time: 1_790_000_100 },
  { id: 11, name: 'Anna', content: '<b>Fine</b>\nplace', state: 1, reply: 'Come again', create_time: 1_790_000_000 },
];

interface TestSetup {
  readonly page?: object;
  readonly rows?: readonly object[];
  readonly total?: number;
  readonly add?: NonNullable<FakeResponse['envelope']>;
}
async function open({ page = PAGE, rows = ROWS, total = rows.length, add = { msg: 'Added.' } }: TestSetup = {}) {
  let list = rows;
  served = await startFakeHttpServer(({ path, body }) => {
    if (path === '/api/module/page') return { envelope: { data: page } };
    if (path === '/api/guest_book_entry/index')
      return { envelope: { data: { list, total, refs: {}, seq: '1', epoch: 'e' } } };
    if (path === '/api/guest_book_entry/add') {
      list = [{ id: 13, state: 0, reply: '', create_time: 1_790_000_200, ...(body as object) }, ...rows];
      return { envelope: { data: {}, ...add } };
    }
    if (path === '/api/guest_book_entry/del') list = rows.slice(1);
    return { envelope: { data: {}, msg: 'Deleted.' } };
  });
  const path = '/user/page/guest-book';
  window.history.replaceState(null, '', path);
  const client = createTestClient({
    ...({ realm: 'member', origin: served.origin, path, person: createTestUser(), languages: ['en'] } as const),
  });
  render(
    <Providers client={client}>
      <ModulePage />
    </Providers>,
  );
  await screen.findByRole('heading', { name: 'Guest book', level: 1 });
}
const sent = (path: string) => served?.requests.filter((request) => request.path === path) ?? [];
const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value } });

describe('a page of a module in the member center', () => {
  // @covers member /user/modulePage
  it('asks for the page of its address, and leads to the public one', async () => {
    await open();
    expect(sent('/api/module/page')[0]?.query.get('path')).toBe('guest-book');
    expect(screen.getByRole('link', { name: 'Open the public page' })).toHaveAttribute('href', '/en/guest-book');
  });

  it('shows own rows with state and reply, and HTML as text', async () => {
    await open();
    const [waiting, approved] = await screen.findAllByRole('listitem');
    expect(waiting).toHaveTextContent(/A mistake/);
    expect(waiting).toHaveTextContent(/To be checked/);
    expect(approved).toHaveTextContent(/<b>Fine<\/b> place/);
    expect(approved).toHaveTextContent(/Approved.*Reply.*Come again/);
  });

  it('sends a new row once its required fields are filled in, and shows it', async () => {
    await open();
    type(/Name/, ' Anna ');
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Fill in this field')).toBeVisible();
    expect(sent('/api/guest_book_entry/add')).toEqual([]);
    type(/Text/, 'A fine place');
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(screen.getAllByRole('listitem')[0]).toHaveTextContent(/A fine place/));
    expect(sent('/api/guest_book_entry/add')[0]?.body).toEqual({ name: 'Anna', content: 'A fine place' });
    expect(screen.getByRole('textbox', { name: /Text/ })).toHaveValue('');
  });

  it('a refusal is shown at its field, and the typed values stay', async () => {
    await open({ add: { code: 0, msg: 'Check the form', data: { fields: { content: 'Please be polite.' } } } });
    type(/Name/, 'Anna');
    type(/Text/, 'Rude');
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    const field = screen.getByRole('textbox', { name: /Text/ });
    await waitFor(() => expect(field).toHaveAccessibleDescription('Please be polite.'));
    expect(field).toHaveValue('Rude');
  });

  it('deletes only a row that waits for approval, after a confirmation', async () => {
    await open();
    const [waiting, approved] = await screen.findAllByRole('listitem');
    if (waiting === undefined || approved === undefined) throw new Error('two rows');
    expect(within(approved).queryByRole('button', { name: 'Delete' })).toBeNull();
    fireEvent.click(within(waiting).getByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete this entry?' });
    expect(sent('/api/guest_book_entry/del')).toEqual([]);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText('A mistake')).toBeNull());
    expect(sent('/api/guest_book_entry/del')[0]?.body).toEqual({ ids: [12] });
  });

  it('older rows load on demand; a list without rows shows that it is empty', async () => {
    await open({ total: 30 });
    fireEvent.click(await screen.findByRole('button', { name: 'Show older entries' }));
    await waitFor(() => expect(sent('/api/guest_book_entry/index').at(-1)?.query.get('limit')).toBe('40'));
    cleanup();
    await served?.close();
    await open({ rows: [], page: { ...PAGE, canAdd: false } });
    expect(await screen.findByText('Nothing yet')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
  });
});
