/** Comments of an open record: reading, writing, mentions, deletion and live changes. */
import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RecordComment } from '../../../common/protocol/comments';
import { api } from '../../shared/api/api';
import type { FakeResponse, RecordedRequest } from '../../testing/fakeHttpServer';
import { openThing, update, type FormDriver } from '../../testing/formHarness';
import { setUnsentComment, NOTHING_TYPED } from './unsentComments';

let rendered: FormDriver | undefined;
afterEach(async () => {
  cleanup();
  setUnsentComment('0/thing/1', NOTHING_TYPED);
  await rendered?.close();
});
const user = userEvent.setup();

const comment = (id: number, body: string, patch: Partial<RecordComment> = {}): RecordComment => ({
  id,
  body,
  at: 1_700_000_000 + id,
  mentions: [],
  canDelete: false,
  author: { id: 2, name: 'Anna', avatar: '' },
  ...patch,
});
const PEOPLE = [
  { id: 2, name: 'Anna Li', avatar: '' },
  { id: 3, name: '安东', avatar: '' },
];

/** Opens the record with a server that stores comments. */
async function open(stored: readonly RecordComment[] = [], refusal?: FakeResponse) {
  let list = stored;
  const response = ({ method, path, body, query }: RecordedRequest): FakeResponse | undefined => {
    if (path === '/admin/comment/list') {
      const before = Number(query.get('before') ?? Infinity);
      const page = list.filter(({ id }) => id < before);
      return { envelope: { data: { list: page.slice(-2), more: page.length > 2, total: list.length } } };
    }
    if (path === '/admin/comment/people') {
      const found = PEOPLE.filter(({ name }) => name.toLowerCase().includes((query.get('q') ?? '').toLowerCase()));
      return { envelope: { data: { list: found } } };
    }
    if (method !== 'POST' || !path.startsWith('/admin/comment/')) return undefined;
    if (refusal) return refusal;
    const sent = body as { readonly body: string; readonly id: number };
    list = path.endsWith('/del')
      ? list.filter(({ id }) => id !== sent.id)
      : [...list, comment(90 + list.length, sent.body, { canDelete: true })];
    return { envelope: { data: { id: 9 } } };
  };
  rendered = await openThing(undefined, { other: response });
  const form = rendered;
  return {
    /** Another person changes the comments. */
    change: (next: readonly RecordComment[]) => {
      list = next;
      act(() => void form.client.store.dispatch(api.util.invalidateTags([{ type: 'Rows', id: 'thing/1/comments' }])));
    },
    sent: () =>
      form.fakeServer.requests.filter(({ method, path }) => method === 'POST' && path.startsWith('/admin/comment/')),
  };
}
const show = async (name: RegExp | string = /comment/i) => user.click(await screen.findByRole('button', { name }));
const box = () => screen.findByLabelText<HTMLTextAreaElement>('Comment', { selector: 'textarea' });
const sendButton = () => screen.getByRole('button', { name: 'Comment' });
const texts = () =>
  within(screen.getByRole('list', { name: 'Comments' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

it('comments: are shown oldest first with their author, hostile text as text, and earlier ones on request', async () => {
  await open([comment(1, 'First'), comment(2, '<img src=x onerror=alert(1)>'), comment(3, 'Third')]);
  await show('3 comments');
  await waitFor(() => expect(texts()).toHaveLength(3));
  expect(document.querySelector('img[src="x"]')).toBeNull();
  expect(texts()[1]).toContain('<img src=x');
  await user.click(screen.getByRole('button', { name: 'Show earlier comments' }));
  await waitFor(() => expect(texts()[0]).toContain('First'));
  expect(texts()).toHaveLength(3);
});

it('comments: a comment of somebody else appears and disappears live, and so does the number', async () => {
  const { change } = await open();
  await show('Show comments');
  expect(await screen.findByText('No comments yet')).toBeInTheDocument();
  change([comment(5, 'From afar')]);
  await waitFor(() => expect(texts()[0]).toContain('From afar'));
  expect(screen.getByRole('button', { name: '1 comment' })).toBeInTheDocument();
  change([]);
  expect(await screen.findByText('No comments yet')).toBeInTheDocument();
});

it('comments: Ctrl+Enter sends the text once and does not save the record', async () => {
  const { sent } = await open();
  await show();
  await user.type(await box(), 'Hello');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(texts()[0]).toContain('Hello'));
  expect(sent().map(({ body }) => body)).toMatchObject([{ ent: 'thing', record_id: 1, body: 'Hello', mentions: [] }]);
  expect(rendered?.saveRequests()).toHaveLength(1);
  expect(await box()).toHaveValue('');
});

it('comments: a mention is picked with the keyboard and sent with the text', async () => {
  const { sent } = await open();
  await show();
  await user.type(await box(), 'Ask @an');
  const list = await screen.findByRole('listbox', { name: 'People you can mention' });
  expect(within(list).getAllByRole('option')).toHaveLength(1);
  await user.keyboard('{Enter}');
  expect(await box()).toHaveValue('Ask @Anna Li ');
  expect(screen.queryByRole('listbox')).toBeNull();
  await user.type(await box(), 'soon');
  await user.click(sendButton());
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toMatchObject({ body: 'Ask @Anna Li soon', mentions: [2] });
});

it('comments: Escape closes the picker, then the comments; Enter of a Chinese input method picks and sends nothing', async () => {
  const { sent } = await open();
  await show();
  const input = await box();
  await user.type(input, '@安');
  await screen.findByRole('listbox');
  fireEvent.keyDown(input, { key: 'Enter', isComposing: true });
  fireEvent.keyDown(input, { key: 'Enter', ctrlKey: true, isComposing: true });
  expect([input.value, sent(), rendered?.saveRequests()]).toEqual(['@安', [], []]);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(screen.getByRole('region', { name: 'Comments' })).toBeInTheDocument();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('region', { name: 'Comments' })).toBeNull();
});

it('comments: the unsent text is kept while the comments are closed, and after a refusal', async () => {
  await open([], { envelope: { code: 404, msg: 'This record no longer exists' } });
  await show();
  await user.type(await box(), 'Unsent');
  await show('Show comments');
  await show('Show comments');
  expect(await box()).toHaveValue('Unsent');
  await user.click(sendButton());
  expect(await screen.findByText(/Couldn’t add the comment/)).toBeInTheDocument();
  expect(await box()).toHaveValue('Unsent');
});

it('comments: only deletable ones have a button, which asks first', async () => {
  const { sent } = await open([comment(1, 'Theirs'), comment(2, 'Mine', { canDelete: true })]);
  await show();
  await user.click(await screen.findByRole('button', { name: 'Delete comment' }));
  expect(sent()).toEqual([]);
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(texts()).toHaveLength(1));
  expect(sent()[0]?.body).toMatchObject({ id: 2 });
});

it('comments: disappear when the record is deleted', async () => {
  await open([comment(1, 'Gone')]);
  await show();
  await screen.findByText('Gone');
  rendered?.receiveChange({ ...update(2, {}), op: 'del' });
  await waitFor(() => expect(screen.queryByText('Gone')).toBeNull());
  expect(screen.queryByRole('button', { name: /comment/i })).toBeNull();
});
