/** The bell: unread count, notices by day, marking as read, and settings. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RowData } from '../store/entities';
import type { Realm } from '../../../common/realm';
import { Providers } from '../startup/Providers';
import {
  startFakeHttpServer,
  type RecordedRequest,
  type FakeHttpServer,
  type FakeResponse,
} from '../../testing/fakeHttpServer';
import { createTestClient, createTestUser } from '../../testing/testClient';
import { NoticeBell } from './NoticeBell';

let testServer: FakeHttpServer | undefined;
afterEach(async () => {
  await testServer?.close();
  testServer = undefined;
});

const now = Math.floor(Date.now() / 1000);
const noticeRow = (id: number, patch: RowData = {}): RowData => ({
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
const isUnread = (row: RowData) => row['read_time'] === null;

async function open(rows: readonly RowData[], languages = ['en'], choice?: unknown, realm: Realm = 'admin') {
  const response = ({ path, query }: RecordedRequest): FakeResponse => {
    const asked = query.has('search[0][field]') ? rows.filter(isUnread) : rows;
    const list = { list: asked, total: asked.length, seq: '10', epoch: 'e1', refs: {}, remark: '' };
    if (path === '/admin/notice/index') return { envelope: { data: list } };
    if (path === '/admin/preference/index')
      return { envelope: { data: { ...list, list: choice === undefined ? [] : [{ id: 1, value: choice }] } } };
    return { envelope: { data: {} } };
  };
  const server = await startFakeHttpServer(response);
  testServer = server;
  const client = createTestClient({ realm, origin: server.origin, person: createTestUser(), languages });
  const findNames = (entity: string) => (entity === 'news' ? { one: 'news item', many: 'news' } : undefined);
  render(
    <Providers client={client}>
      <NoticeBell findEntityNames={findNames} />
    </Providers>,
  );
  const postedRequests = () =>
    server.requests.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);
  return { ...client, postedRequests, user: userEvent.setup() };
}
const findBell = (name: string | RegExp = /^Notifications/) => screen.findByRole('button', { name });

describe('the bell', () => {
  it('the bell shows the unread count and the notices by day, newest first', async () => {
    const rows = [
      noticeRow(1),
      noticeRow(2, { params: { entity: 'news', count: 4 }, title: 'records_changed', link: '/admin/news' }),
    ];
    const { user } = await open([...rows, noticeRow(3, { told_time: now - 86_400 * 9, read_time: now })]);
    await user.click(await findBell('Notifications, 2 unread'));
    const panel = await screen.findByRole('dialog', { name: 'Notifications' });
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

  it('the bell is translated to Chinese', async () => {
    const { user } = await open([noticeRow(1)], ['zh-CN']);
    await user.click(await findBell('通知，1 条未读'));
    expect(await screen.findByText('Mei 修改了您的 news item“Item 1”')).toBeVisible();
  });

  it.each([
    ['en', '“Package app” finished', 'Notifications, 1 unread'],
    ['zh-CN', '命令“打包应用”已完成', '通知，1 条未读'],
  ])('names the task of a notice in words (%s)', async (lang, text, bell) => {
    const row = noticeRow(1, { kind: 'task_ended', title: 'task_done', params: { title: 'app.package', count: 1 } });
    const { user } = await open([row], [lang]);
    await user.click(await findBell(bell));
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('opens the link of a notice and marks it as read', async () => {
    const { user, navigations, postedRequests } = await open([noticeRow(7)]);
    await user.click(await findBell());
    await user.click(await screen.findByText(/Item 7/));
    expect(navigations).toEqual(['/admin/news/7']);
    await waitFor(() => expect(postedRequests()).toEqual([['/admin/notice/read', { ids: [7] }]]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('never opens a link to another origin', async () => {
    const { user, navigations } = await open([
      noticeRow(1, { link: '//evil.example/x' }),
      noticeRow(2, { link: 'https://evil.example' }),
    ]);
    await user.click(await findBell());
    await user.click(await screen.findByText(/Item 1/));
    await user.click(screen.getByText(/Item 2/));
    expect(navigations).toEqual([]);
  });

  it('marks one or all notices as read at once', async () => {
    const { user, postedRequests } = await open([noticeRow(1), noticeRow(2)]);
    await user.click(await findBell());
    const [first] = await screen.findAllByRole('button', { name: 'Mark as read' });
    if (first) await user.click(first);
    expect(screen.getAllByText('Unread')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
    expect(screen.queryByText('Unread')).toBeNull();
    await waitFor(() =>
      expect(postedRequests()).toEqual([
        ['/admin/notice/read', { ids: [1] }],
        ['/admin/notice/readAll', {}],
      ]),
    );
  });

  it('the bell moves between notices with the arrow keys and closes with Escape', async () => {
    const { user } = await open([noticeRow(1), noticeRow(2)]);
    await user.click(await findBell());
    await screen.findByText(/Item 1/);
    await user.keyboard('{ArrowDown}');
    expect(screen.getByText(/Item 1/).closest('button')).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(screen.getByText(/Item 2/).closest('button')).toHaveFocus();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('the bell shows a text when there is no notice', async () => {
    const { user } = await open([]);
    await user.click(await findBell('Notifications'));
    expect(await screen.findByText('You’re all caught up')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Mark all as read' })).toBeDisabled();
  });

  it('saves the notice settings; security cannot be turned off', async () => {
    const { user, postedRequests } = await open([], ['en'], { mention: { bell: false } });
    await user.click(await findBell('Notifications'));
    await user.click(await screen.findByRole('button', { name: 'Notification settings' }));
    const dialog = await screen.findByRole('dialog', { name: 'Notification settings' });
    const box = (name: string | RegExp) => within(dialog).getByRole('checkbox', { name });
    await waitFor(() => expect(box('Mentions: Bell')).not.toBeChecked());
    expect(box('Mentions: Toast')).toBeDisabled();
    expect(box(/^Security: Bell/)).toBeDisabled();
    expect(box(/^Security: Bell/)).toBeChecked();
    await user.click(box('Changes to my records: Toast'));
    await waitFor(() => expect(box('Changes to my records: Toast')).not.toBeChecked());
    const [[path, body] = []] = postedRequests();
    expect(path).toBe('/admin/preference/set');
    expect(body).toMatchObject({ name: 'notices', value: { record_changed: { bell: true, toast: false } } });
  });

  it('offers members only the kinds they can receive', async () => {
    const { user } = await open([], ['en'], undefined, 'member');
    await user.click(await findBell('Notifications'));
    await user.click(await screen.findByRole('button', { name: 'Notification settings' }));
    const dialog = await screen.findByRole('dialog', { name: 'Notification settings' });
    const kinds = within(dialog)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent);
    expect(kinds).toEqual(['My account', 'Security', 'Balance and points', 'System']);
  });
});
