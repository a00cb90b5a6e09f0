/** The bell as a person meets it: the number, the lines by day, reading them, and choosing how to be told. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Wire } from '../entities';
import type { Realm } from '../session';
import { Providers } from '../Providers';
import { startHttpWorld, type Asked, type HttpWorld, type Told } from '../../testing/httpWorld';
import { createTestClient, somebody } from '../../testing/testClient';
import { Bell } from './Bell';

let world: HttpWorld | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

const now = Math.floor(Date.now() / 1000);
const line = (id: number, patch: Wire = {}): Wire => ({
  id,
  revision: 1,
  kind: 'record_changed',
  title: 'record_changed',
  params: { entity: 'news', title: `Item ${id}`, count: 1 },
  link: `/admin/news/${id}`,
  actor_name: 'Mei',
  told_time: now - id,
  read_time: null,
  ...patch,
});
const isUnread = (row: Wire) => row['read_time'] === null;

async function open(rows: readonly Wire[], languages = ['en'], choice?: unknown, realm: Realm = 'admin') {
  const answer = ({ path, query }: Asked): Told => {
    const asked = query.has('search[0][field]') ? rows.filter(isUnread) : rows;
    const list = { list: asked, total: asked.length, seq: '10', epoch: 'e1', refs: {}, remark: '' };
    if (path === '/admin/notice/index') return { envelope: { data: list } };
    if (path === '/admin/preference/index')
      return { envelope: { data: { ...list, list: choice === undefined ? [] : [{ id: 1, value: choice }] } } };
    return { envelope: { data: {} } };
  };
  const server = await startHttpWorld(answer);
  world = server;
  const client = createTestClient({ realm, origin: server.origin, person: somebody(), languages });
  const nounsOf = (entity: string) => (entity === 'news' ? { one: 'news item', many: 'news' } : undefined);
  render(
    <Providers client={client}>
      <Bell nounsOf={nounsOf} />
    </Providers>,
  );
  const posted = () => server.asked.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);
  return { ...client, posted, user: userEvent.setup() };
}
const bell = (name: string | RegExp = /^Notices/) => screen.findByRole('button', { name });

describe('the bell', () => {
  it('says how much is unread and shows the lines by day, the newest first', async () => {
    const rows = [
      line(1),
      line(2, { params: { entity: 'news', count: 4 }, title: 'records_changed', link: '/admin/news' }),
    ];
    const { user } = await open([...rows, line(3, { told_time: now - 86_400 * 9, read_time: now })]);
    await user.click(await bell('Notices, 2 unread'));
    const panel = await screen.findByRole('dialog', { name: 'Notices' });
    const today = await within(panel).findByRole('region', { name: 'Today' });
    expect(
      within(today)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      expect.stringContaining('Mei changed your news item “Item 1”'),
      expect.stringContaining('Mei changed 4 of your news'),
    ]);
    expect(within(panel).getAllByRole('region')).toHaveLength(2);
    expect(within(panel).getAllByText('Unread')).toHaveLength(2);
  });

  it('speaks Chinese to who reads Chinese', async () => {
    const { user } = await open([line(1)], ['zh-CN']);
    await user.click(await bell('通知，1 条未读'));
    expect(await screen.findByText('Mei 修改了您的 news item“Item 1”')).toBeVisible();
  });

  it('leads to what a line is about and marks it as read', async () => {
    const { user, went, posted } = await open([line(7)]);
    await user.click(await bell());
    await user.click(await screen.findByText(/Item 7/));
    expect(went).toEqual(['/admin/news/7']);
    await waitFor(() => expect(posted()).toEqual([['/admin/notice/read', { ids: [7] }]]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('never leads out of the house', async () => {
    const { user, went } = await open([
      line(1, { link: '//evil.example/x' }),
      line(2, { link: 'https://evil.example' }),
    ]);
    await user.click(await bell());
    await user.click(await screen.findByText(/Item 1/));
    await user.click(screen.getByText(/Item 2/));
    expect(went).toEqual([]);
  });

  it('marks one or all as read at once', async () => {
    const { user, posted } = await open([line(1), line(2)]);
    await user.click(await bell());
    const [first] = await screen.findAllByRole('button', { name: 'Mark as read' });
    if (first) await user.click(first);
    expect(screen.getAllByText('Unread')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
    expect(screen.queryByText('Unread')).toBeNull();
    await waitFor(() =>
      expect(posted()).toEqual([
        ['/admin/notice/read', { ids: [1] }],
        ['/admin/notice/readAll', {}],
      ]),
    );
  });

  it('goes from line to line with the arrow keys and closes with Escape', async () => {
    const { user } = await open([line(1), line(2)]);
    await user.click(await bell());
    await screen.findByText(/Item 1/);
    await user.keyboard('{ArrowDown}');
    expect(screen.getByText(/Item 1/).closest('button')).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(screen.getByText(/Item 2/).closest('button')).toHaveFocus();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('says what it is for when there is nothing', async () => {
    const { user } = await open([]);
    await user.click(await bell('Notices'));
    expect(await screen.findByText('Nothing new')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Mark all as read' })).toBeDisabled();
  });

  it('keeps how one wants to be told; security cannot be silenced', async () => {
    const { user, posted } = await open([], ['en'], { mention: { bell: false } });
    await user.click(await bell('Notices'));
    await user.click(await screen.findByRole('button', { name: 'Notice settings' }));
    const dialog = await screen.findByRole('dialog', { name: 'Notice settings' });
    const box = (name: string | RegExp) => within(dialog).getByRole('checkbox', { name });
    await waitFor(() => expect(box('Mentions of me: Bell')).not.toBeChecked());
    expect(box('Mentions of me: Message')).toBeDisabled();
    expect(box(/^Security: Bell/)).toBeDisabled();
    expect(box(/^Security: Bell/)).toBeChecked();
    await user.click(box('Changes to my records: Message'));
    await waitFor(() => expect(box('Changes to my records: Message')).not.toBeChecked());
    const [[path, body] = []] = posted();
    expect(path).toBe('/admin/preference/set');
    expect(body).toMatchObject({ name: 'notices', value: { record_changed: { bell: true, toast: false } } });
  });

  it('asks members only about what they can be told of', async () => {
    const { user } = await open([], ['en'], undefined, 'user');
    await user.click(await bell('Notices'));
    await user.click(await screen.findByRole('button', { name: 'Notice settings' }));
    const dialog = await screen.findByRole('dialog', { name: 'Notice settings' });
    const kinds = within(dialog)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent);
    expect(kinds).toEqual(['My account', 'Security', 'Balance and points', 'House notices']);
  });
});
