/** A list shows, sorts and filters a field as its definition says. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { defineEntity, type AnyEntity } from '../../../../common/entity/entity';
import { choice, color, datetime, integer, onOffSwitch, ref, text } from '../../../../common/entity/field';
import { createListResponse, openScreen, type Screen } from '../../../testing/screenHarness';
import { EntityPage } from '../../EntityPage';

const place = { menu: 'content', icon: 'label', sensitivity: 'public', access: { staff: 'crud' } } as const;
const handler = defineEntity('handler', {
  ...place,
  fields: { name: text({ required: true }), phone: text(), email: text() },
  title: 'name',
  list: { columns: ['name'] },
  form: ['name'],
  labels: {
    en: { $one: 'Handler', $many: 'Handlers', name: 'Name', phone: 'Phone', email: 'E-mail' },
    'zh-cn': { $one: '保管人', $many: '保管人', name: '姓名', phone: '电话', email: '邮箱' },
  },
});
const labels = {
  $one: 'Parcel',
  $many: 'Parcels',
  title: 'Title',
  code: 'Code',
  page: 'Page',
  count: 'Count',
  sent: 'Sent',
  seen: 'Seen',
  tint: 'Tint',
  agent: 'Browser',
  is_open: 'Open',
  handler_id: 'Handler',
};
const parcel = defineEntity('parcel', {
  ...place,
  fields: {
    title: text({ required: true, display: 'tag' }),
    code: text({ display: 'code', operators: ['<>', 'NULL'] }),
    page: text({ display: 'link', operators: [] }),
    count: integer({ display: 'plain', sortable: false, operators: ['='] }),
    sent: datetime({ display: 'date' }),
    seen: datetime({ display: 'minute' }),
    tint: color({ display: 'swatch' }),
    agent: text({ max: 255, display: 'browser' }),
    is_open: onOffSwitch({ default: 0, display: 'tag' }),
    state: choice({ packed: 1, gone: 2 }, { display: 'plain', operators: ['<>'] }),
    handler_id: ref('handler', { targetFields: ['phone'] }),
  },
  title: 'title',
  list: {
    columns: ['title', 'code', 'page', 'count', 'sent', 'seen', 'tint', 'agent', 'is_open', 'state', 'handler_id'],
    sort: '-id',
  },
  form: ['title'],
  labels: {
    en: { ...labels, state: ['State', { packed: 'Packed', gone: 'Gone' }] },
    'zh-cn': { ...labels, state: ['状态', { packed: '已打包', gone: '已寄出' }] },
  },
});

const standard = { revision: 1, weigh: 1, create_time: 1, update_time: 1 };
const SENT = new Date(2026, 4, 3, 8, 30, 15).getTime() / 1000;
const row = {
  id: 1,
  ...standard,
  title: 'First',
  code: 'a-1',
  page: 'https://example.com/x',
  count: 12345,
  sent: SENT,
  seen: SENT,
  tint: '#336699',
  agent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/152.0 Safari/537.36',
  is_open: 1,
  state: 2,
  handler_id: 9,
};
const unsafe = { ...row, id: 2, title: 'Second', page: 'javascript:alert(1)', agent: '(unknown)', handler_id: null };

let rendered: Screen | undefined;
afterEach(async () => {
  cleanup();
  await rendered?.close();
});
async function openList(
  others: readonly AnyEntity[] = [parcel, handler],
  at = `/admin/parcel?cols=${parcel.spec.list.columns.join(',')}`,
) {
  rendered = await openScreen(<EntityPage entity={parcel} />, {
    at,
    others,
    respond: ({ path }) => {
      if (path === '/admin/parcel/index')
        return { envelope: { data: { ...createListResponse([row, unsafe]), refs: { handler: { 9: 'Ann' } } } } };
      if (path === '/admin/handler/index')
        return {
          envelope: { data: createListResponse([{ id: 9, ...standard, name: 'Ann', phone: '555-1', email: 'a@b.c' }]) },
        };
      return undefined;
    },
  });
  await screen.findByText('First');
  const cells = (title: string) => within(screen.getByText(title).closest('tr') ?? document.body).getAllByRole('cell');
  return { fakeServer: rendered.fakeServer, cells };
}

describe('the look of a field', () => {
  it('a field is displayed as its definition requires', async () => {
    const { cells } = await openList();
    await waitFor(() => expect(screen.getByText('First').closest('.MuiChip-root')).not.toBeNull());
    const texts = cells('First').map(({ textContent }) => textContent);
    expect(texts).toEqual(expect.arrayContaining(['12345', '2026-05-03', '2026-05-03 08:30', 'Yes', 'Gone']));
    expect(texts).toContain('Chrome · Linux');
    expect(screen.getByText('Chrome · Linux')).toHaveAttribute('title', row.agent);
    expect(screen.getByText('(unknown)')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'example.com/x' })).toHaveAttribute('rel', 'noopener noreferrer');
    expect(screen.getAllByRole('img', { name: '#336699' })).toHaveLength(2);
  });

  it('shows an unsafe URL as plain text, without a link', async () => {
    await openList();
    expect(await screen.findByText('javascript:alert(1)')).toBeInTheDocument();
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).not.toContain('javascript:alert(1)');
  });

  it('a reference has the chosen fields of the referred row behind its title, with one request for the column', async () => {
    const { fakeServer } = await openList();
    expect(await screen.findByText('555-1')).toBeInTheDocument();
    expect(screen.queryByText('a@b.c')).toBeNull();
    const asked = fakeServer.requests.filter(({ path }) => path === '/admin/handler/index');
    expect(asked).toHaveLength(1);
    expect(decodeURIComponent(asked[0]?.query.toString() ?? '')).toContain('search[0][val][0]=9');
  });

  it('asks for no row of an entity that the reader may not read', async () => {
    const { fakeServer } = await openList([parcel]);
    await waitFor(() => expect(screen.getByText('First').closest('.MuiChip-root')).not.toBeNull());
    expect(fakeServer.requests.filter(({ path }) => path.startsWith('/admin/handler'))).toEqual([]);
  });
});

describe('the list', () => {
  const user = userEvent.setup();
  const comparisons = async () => {
    await user.click(screen.getByRole('combobox', { name: 'Operator' }));
    return (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
  };
  const openFilter = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: 'Filter' }));
    await user.click(await screen.findByRole('button', { name }));
    await screen.findByRole('combobox', { name: 'Operator' });
  };

  it('sorts by no column that its definition excludes', async () => {
    await openList();
    const heads = screen.getAllByRole('columnheader');
    const named = (name: string) => heads.find(({ textContent }) => textContent === name);
    expect(within(named('Count') ?? document.body).queryByRole('button')).toBeNull();
    expect(within(named('Sent') ?? document.body).getByRole('button')).toBeInTheDocument();
  });

  it('offers the comparisons of the definition and no others', async () => {
    const { fakeServer } = await openList();
    await user.click(await screen.findByRole('button', { name: 'Filter' }));
    expect(within(await screen.findByRole('list')).queryByRole('button', { name: 'Page' })).toBeNull();
    await user.keyboard('{Escape}');
    await openFilter('Code');
    expect(await comparisons()).toEqual(['is not', 'is empty']);
    await user.click(screen.getByRole('option', { name: 'is not' }));
    await user.type(screen.getByRole('textbox', { name: 'Code' }), 'a-1{Escape}');
    const asked = () =>
      fakeServer.requests.flatMap(({ path, query }) =>
        path === '/admin/parcel/index' ? [decodeURIComponent(query.toString())] : [],
      );
    await waitFor(() => expect(asked().at(-1)).toContain('search[0][operator]=<>'));
  });

  it('offers values of a choice whatever the comparison', async () => {
    await openList();
    await openFilter('State');
    expect(screen.getByRole('checkbox', { name: 'Gone' })).toBeInTheDocument();
    expect(await comparisons()).toEqual(['is not']);
  });

  it('the list does not send a filter of the address that the server would refuse', async () => {
    const { fakeServer } = await openList(undefined, '/admin/parcel?count=5..9&code=a');
    const asked = fakeServer.requests.find(({ path }) => path === '/admin/parcel/index');
    expect(asked?.query.toString()).not.toContain('search');
  });
});
