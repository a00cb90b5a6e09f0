/** The page of all notices: pages, unread notices only, marking as read, and none of it during a support session. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Providers } from '../../../shared/startup/Providers';
import { startFakeHttpServer, type FakeHttpServer, type RecordedRequest } from '../../../testing/fakeHttpServer';
import { createTestClient, createTestUser } from '../../../testing/testClient';
import { Notices } from './Notices';

let testServer: FakeHttpServer | undefined;
afterEach(async () => {
  cleanup();
  window.history.replaceState(null, '', '/');
  await testServer?.close();
});

const SLOW = { timeout: 15_000 };
const COUNT = 45;
const getNotice = (id: number) => ({
  id,
  revision: 1,
  kind: 'system',
  title: 'system',
  params: { title: `Notice ${id}` },
  link: '',
  actor_name: '',
  told_time: 1_763_000_000 + id,
  read_time: id <= 40 ? 1_763_100_000 : null,
});
const ALL = Array.from({ length: COUNT }, (_, index) => getNotice(COUNT - index));

/** The response of the server: a page of all notices, or of those that are unread. */
function getPage({ query }: RecordedRequest) {
  const isUnreadOnly = [...query.values()].includes('read_time');
  const matching = isUnreadOnly ? ALL.filter(({ read_time: read }) => read === null) : ALL;
  const [page, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit'))];
  return { list: matching.slice((page - 1) * limit, page * limit), total: matching.length, seq: '1' };
}
async function open(support = 0) {
  testServer = await startFakeHttpServer((request) => {
    if (request.path === '/api/user/index') return { envelope: { data: { menus: [], support } } };
    return { envelope: { data: request.path === '/api/notice/index' ? getPage(request) : {} } };
  });
  window.history.replaceState(null, '', '/user/notices');
  const client = createTestClient({ realm: 'member', origin: testServer.origin, person: createTestUser() });
  render(
    <Providers client={client}>
      <Notices />
    </Providers>,
  );
  await screen.findByText(`Notice ${COUNT}`, {}, SLOW);
}
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const posted = () => testServer?.requests.filter(({ method }) => method === 'POST').map(({ path }) => path);

it('shows every notice in pages, which are in the address', async () => {
  await open();
  expect(screen.getByText('Page 1 of 3')).toBeInTheDocument();
  expect(screen.getAllByRole('heading').map(({ tagName }) => tagName)).toEqual(['H1', 'H2']);
  click('Older');
  await screen.findByText('Notice 25', {}, SLOW);
  expect(screen.queryByText('Notice 45')).toBeNull();
  click('Older');
  await screen.findByText('Notice 1', {}, SLOW);
  expect(window.location.search).toBe('?page=3');
  expect(screen.getByRole('button', { name: 'Older' })).toBeDisabled();
});

it('shows only the unread notices, and marks all as read', async () => {
  await open();
  click('Older');
  await screen.findByText('Notice 25', {}, SLOW);
  click('Unread');
  await screen.findByText('Notice 41', {}, SLOW);
  expect(screen.queryByText('Notice 40')).toBeNull();
  expect(window.location.search).toBe('?view=unread');
  click('Mark all as read');
  await waitFor(() => expect(posted()).toEqual(['/api/notice/readAll']), SLOW);
});

it('marks nothing as read during a support session', async () => {
  await open(1_900_000_000);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Mark all as read' })).toBeDisabled(), SLOW);
  fireEvent.click(screen.getByText(`Notice ${COUNT}`));
  expect(posted()).toEqual([]);
});
