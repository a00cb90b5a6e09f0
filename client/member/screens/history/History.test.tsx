/** The history shows and exports exactly the entries of the chosen filter, however slow the connection is. */
import { afterEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { Providers } from '../../../shared/startup/Providers';
import {
  startFakeHttpServer,
  type RecordedRequest,
  type FakeHttpServer,
  type FakeResponse,
} from '../../../testing/fakeHttpServer';
import { createTestClient, createTestUser } from '../../../testing/testClient';
import { BalanceHistory } from './History';

const SLOW = { timeout: 15_000 };
const RECEIVED = 'search[0][field]';
const getEntry = (id: number, money: string, memo: string) => ({
  id,
  n: id,
  money,
  memo,
  before: '0.00',
  after: '1.00',
  type: 'adjust',
  create_time: 1_700_000_000,
  receipt: `R-${memo}-${id}`,
});
const many = (count: number, money: string, memo: string) =>
  Array.from({ length: count }, (_, index) => getEntry(count - index, money, memo));
const SPENT = many(6, '-1.00', 'A book');
const GIVEN = many(401, '1.00', 'A present');

/** The response of the server: one page of the entries that the filter of the request selects. */
function getPage({ query }: RecordedRequest): FakeResponse {
  const given = [...query.values()].join(' ').includes('>');
  const spent = [...query.values()].includes('<');
  const text = query.get('quick_search');
  const all =
    text !== null
      ? SPENT.filter(({ receipt }) => receipt === text)
      : spent
        ? SPENT
        : given
          ? GIVEN
          : [...SPENT, ...GIVEN];
  const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))];
  const list = all.slice((page - 1) * limit, page * limit);
  return { envelope: { data: { list, total: all.length, seq: '1' } } };
}

let testServer: FakeHttpServer | undefined;
const { createObjectURL } = URL;
// The export revokes its URL after ten seconds, when another test may be running.
Object.assign(URL, { revokeObjectURL: () => undefined });
afterEach(async () => {
  cleanup();
  jest.restoreAllMocks();
  Object.assign(URL, { createObjectURL });
  await testServer?.close();
});

/** `override`: replaces parts of the response to a history request. */
async function open(
  override: (request: RecordedRequest) => FakeResponse = () => ({}),
  path = '/user/balance',
  expected = '407 entries',
) {
  const row = { id: 7, money: '1.00', score: 2, revision: 1 };
  testServer = await startFakeHttpServer((request) => {
    if (request.path === '/api/user/edit') return { envelope: { data: { row, seq: '9' } } };
    return { ...getPage(request), ...override(request) };
  });
  window.history.replaceState(null, '', path);
  const client = createTestClient({ realm: 'member', origin: testServer.origin, path, person: createTestUser() });
  render(
    <Providers client={client}>
      <BalanceHistory />
    </Providers>,
  );
  await screen.findByText(expected, {}, SLOW);
}
const clickFilter = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const isFiltered = ({ query }: RecordedRequest) =>
  query.has(RECEIVED) && [...query.values()].some((value) => value === '>');

it('exports all entries of the chosen filter, also while its first page is loading', async () => {
  const files: Blob[] = [];
  Object.assign(URL, { createObjectURL: (file: Blob) => `blob:${files.push(file)}` });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  await open((request) => (isFiltered(request) ? { afterMs: 300 } : {}));
  clickFilter('Spent');
  await screen.findByText('6 entries', {}, SLOW);
  clickFilter('Received');
  fireEvent.click(screen.getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(files).toHaveLength(1), SLOW);
  const lines = (await files[0]?.text()) ?? '';
  expect(lines.trim().split('\n')).toHaveLength(1 + GIVEN.length);
  expect(lines).not.toContain('A book');
});

it('History: hides the entries of the previous filter while the next ones are loading', async () => {
  let arrive = () => {};
  const after = new Promise<void>((done) => (arrive = done));
  await open((request) => (isFiltered(request) ? { after } : {}));
  clickFilter('Received');
  await waitFor(() => expect(screen.queryByText('A book')).toBeNull());
  expect(screen.queryByText('407 entries')).toBeNull();
  arrive();
  await screen.findByText('401 entries', {}, SLOW);
  expect(screen.getAllByText('A present')).toHaveLength(10);
});

it('History: shows an error instead of the previous entries when a filter fails, and retries', async () => {
  let isFailing = true;
  await open((request) =>
    isFailing && isFiltered(request) ? { status: 503, envelope: { code: 503, msg: 'gone' } } : {},
  );
  clickFilter('Received');
  expect(await screen.findByRole('alert', {}, SLOW)).toHaveTextContent('Couldn’t load entries');
  expect(screen.queryByText('A book')).toBeNull();
  expect(screen.queryByText(/\d entries$/)).toBeNull();
  isFailing = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('401 entries', {}, SLOW);
});

it('History: shows the last page for a page number beyond it', async () => {
  await open(undefined, '/user/balance?sign=in&page=400', '401 entries');
  expect(await screen.findByText('Page 41 of 41', {}, SLOW)).toBeInTheDocument();
  await waitFor(() => expect(screen.getAllByText('A present')).toHaveLength(1), SLOW);
});

it('History: keeps filter and page in the address, and reads them from it', async () => {
  await open(undefined, '/user/balance?sign=in&page=2&type=nonsense', '401 entries');
  expect(screen.getByText('Page 2 of 41')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Received' })).toHaveAttribute('aria-pressed', 'true');
  fireEvent.click(screen.getByRole('button', { name: 'Older' }));
  expect(await screen.findByText('Page 3 of 41', {}, SLOW)).toBeInTheDocument();
  expect(window.location.search).toBe('?sign=in&page=3');
  act(() => window.history.back());
  expect(await screen.findByText('Page 2 of 41', {}, SLOW)).toBeInTheDocument();
  clickFilter('Spent');
  expect(await screen.findByText('6 entries', {}, SLOW)).toBeInTheDocument();
  clickFilter('Clear filters');
  expect(await screen.findByText('Page 1 of 41', {}, SLOW)).toBeInTheDocument();
});

it('History: searches reason, reference and receipt number, and keeps the text in the address', async () => {
  const searched = ({ query }: RecordedRequest) => query.get('quick_search');
  await open((request) =>
    searched(request) === 'blue car' ? { envelope: { data: { list: SPENT.slice(0, 1), total: 1, seq: '1' } } } : {},
  );
  fireEvent.change(screen.getByRole('searchbox', { name: /^Search/ }), { target: { value: 'blue car ' } });
  expect(await screen.findByText('1 entry', {}, SLOW)).toBeInTheDocument();
  expect(window.location.search).toBe('?text=blue+car');
  expect(screen.getByRole('searchbox', { name: /^Search/ })).toHaveValue('blue car ');
  clickFilter('Clear filters');
  expect(await screen.findByText('407 entries', {}, SLOW)).toBeInTheDocument();
  expect(screen.getByRole('searchbox', { name: /^Search/ })).toHaveValue('');
});

it('opens the receipt that the address names, and closes it for good', async () => {
  await open(undefined, '/user/balance?receipt=R-A%20book-3');
  const dialog = await screen.findByRole('dialog', {}, SLOW);
  expect(within(dialog).getByText('R-A book-3')).toBeVisible();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), SLOW);
  expect(window.location.search).toBe('');
});
