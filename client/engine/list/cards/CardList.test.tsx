/** The list on a phone: cards offer what the grid does. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { findColumn } from '../../../../common/entity/columns';
import { news } from '../../../../common/entities/news';
import { newsCategory } from '../../../../common/entities/newsCategory';
import { adminLog } from '../../../../common/entities/adminLog';
import { PHONE_QUERY } from '../../../shared/theme/designTokens';
import { createListResponse, openScreen, thing, thingRow, type Screen } from '../../../testing/screenHarness';
import { EntityPage } from '../../EntityPage';
import { userMoneyLog } from '../../../../common/entities/userMoneyLog';
import { userScoreLog } from '../../../../common/entities/userScoreLog';
import { user as memberEntity } from '../../../../common/entities/user';
import { chooseCardFields } from './CardFields';
import { SWIPE_PX } from './useTouchGestures';

const usual = window.matchMedia;
let rendered: Screen | undefined;
beforeEach(() => {
  window.matchMedia = (media) => Object.assign(usual(media), { matches: media === PHONE_QUERY });
});
afterEach(async () => {
  window.matchMedia = usual;
  cleanup();
  await rendered?.close();
});

const rows = [3, 2, 1].map((id) => thingRow(id));
async function openCards(at = '/admin/thing', actions?: readonly string[]) {
  rendered = await openScreen(<EntityPage entity={thing} />, {
    at,
    ...(actions ? { actions } : {}),
    respond: ({ path, method, body }) => {
      if (path === '/admin/thing/index') return { envelope: { data: createListResponse(rows) } };
      if (path !== '/admin/thing/edit' || method !== 'POST') return undefined;
      return { envelope: { data: { id: 3, revision: 2, row: thingRow(3, { revision: 2, ...Object(body) }) } } };
    },
  });
  return rendered;
}
const card = async (id: number) => {
  const title = await screen.findByText(`Thing ${id}`);
  const found = title.closest('li');
  if (found === null) throw new Error('no card');
  return within(found);
};

describe('CardList', () => {
  const user = userEvent.setup();

  const startSelecting = async () => {
    await user.click(await screen.findByRole('button', { name: 'List tools' }));
    await user.click(await screen.findByRole('button', { name: 'Select records' }));
  };

  it('shows checkboxes only while records are selected', async () => {
    await openCards();
    await card(3);
    expect(screen.queryByRole('checkbox')).toBeNull();
    await startSelecting();
    expect(screen.getByRole('toolbar', { name: '0 selected' })).toBeInTheDocument();
    expect(screen.getAllByRole('checkbox')).toHaveLength(4);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('has all actions of a row in its menu, and no other buttons', async () => {
    const { address } = await openCards('/admin/thing?sort=weigh', ['index', 'add', 'edit', 'del', 'sortable']);
    const thirdCard = await card(3);
    expect(thirdCard.queryByRole('button', { name: 'Edit: Thing 3' })).toBeNull();
    expect(thirdCard.queryByRole('button', { name: 'Delete Thing 3' })).toBeNull();
    await user.click(thirdCard.getByRole('button', { name: 'More' }));
    const names = screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
    expect(names).toEqual(['Edit', 'Duplicate', 'Move up', 'Move down', 'Delete']);
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    await user.click(await thirdCard.findByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    expect(address().searchParams.get('record')).toBe('3');
  });

  it('selects cards with keyboard-accessible checkboxes', async () => {
    await openCards();
    await startSelecting();
    const tick = (await card(3)).getByRole('checkbox', { name: 'Select Thing 3' });
    tick.focus();
    await user.keyboard(' ');
    await user.click((await card(1)).getByRole('checkbox', { name: 'Select Thing 1' }));
    const bar = within(screen.getByRole('toolbar', { name: '2 selected' }));
    expect(bar.getByRole('button', { name: 'Edit' })).toBeEnabled();
    expect(bar.getByRole('button', { name: 'Delete' })).toBeEnabled();
    await user.click(tick);
    expect(screen.getByRole('toolbar', { name: '1 selected' })).toBeInTheDocument();
  });

  it('select all skips removed rows; reordered rows are marked', async () => {
    const { receiveFrame } = await openCards('/admin/thing?sort=title');
    await card(3);
    act(() => receiveFrame({ c: [{ op: 'u', id: 1, v: 2, at: 1, set: { title: 'A thing' } }] }));
    expect(screen.getByLabelText(/^The order changed/).closest('li')).toHaveAttribute('data-id', '1');
    act(() => receiveFrame({ c: [{ op: 'leave', id: 2, v: 2, at: 1 }] }));
    await startSelecting();
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
    expect(screen.getByRole('toolbar', { name: '2 selected' })).toBeInTheDocument();
    expect((await card(2)).getByRole('checkbox')).not.toBeChecked();
  });

  it('sorts from a menu that shows and reverses the direction', async () => {
    const { address } = await openCards();
    await card(3);
    expect(screen.queryByRole('button', { name: 'Sort' })).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'List tools' }));
    const choose = async (name: string) => {
      await user.click(await screen.findByRole('button', { name: 'Sort' }));
      await user.click(screen.getByRole('menuitemradio', { name }));
    };
    await choose('Price');
    expect(address().searchParams.get('sort')).toBe('price');
    await choose('Price, ascending');
    expect(address().searchParams.get('sort')).toBe('-price');
    await user.click(await screen.findByRole('button', { name: 'Sort' }));
    expect(screen.getByRole('menuitemradio', { name: 'Price, descending' })).toBeChecked();
  });

  it('saves switches through the same path as a form', async () => {
    const { fakeServer } = await openCards();
    await user.click((await card(3)).getByRole('switch', { name: 'Open' }));
    await waitFor(() => expect(fakeServer.requests.filter(({ method }) => method === 'POST')).toHaveLength(1));
    expect(fakeServer.requests.find(({ method }) => method === 'POST')?.body).toMatchObject({
      id: 3,
      revision: 1,
      open: 1,
      _base: { open: 0 },
    });
  });

  it('shows all chosen columns, further ones on demand', async () => {
    await openCards('/admin/thing?cols=title,price,open,state,create_time,note,size');
    const thirdCard = await card(3);
    expect(thirdCard.queryByText('Size')).toBeNull();
    const more = thirdCard.getByRole('button', { name: '2 more of Thing 3' });
    expect(more).toHaveAttribute('aria-expanded', 'false');
    await user.click(more);
    expect(thirdCard.getByText('Size')).toBeInTheDocument();
    await user.click(thirdCard.getByRole('button', { name: 'Fewer of Thing 3' }));
    expect(thirdCard.queryByText('Size')).toBeNull();
  });

  it('shows values that speak for themselves in one line, and the image at the left', async () => {
    const row = { id: 1, revision: 1, title: 'Open day', thumbnail: '/storage/a.png', cat_ids: [4], show_from: null };
    rendered = await openScreen(<EntityPage entity={news} />, {
      at: '/admin/news?cols=title,thumbnail,status,cat_ids,show_from,create_time',
      others: [news, newsCategory],
      respond: ({ path }) =>
        path === '/admin/news/index'
          ? {
              envelope: {
                data: {
                  ...createListResponse([{ ...row, status: 1, create_time: 1 }]),
                  refs: { news_category: { 4: 'Company' } },
                },
              },
            }
          : undefined,
    });
    const title = await screen.findByText('Open day');
    const newsCard = title.closest('li');
    const line = await waitFor(() => {
      const found = newsCard?.querySelector('[data-line]');
      expect(found).toHaveTextContent(/Company$/);
      return found;
    });
    expect(line?.textContent).not.toContain('·');
    expect(newsCard?.querySelector('[data-picture] img')).not.toBeNull();
    await user.click(within(newsCard ?? document.body).getByRole('button', { name: '1 more of Open day' }));
    expect(within(newsCard ?? document.body).getByText('Created')).toBeInTheDocument();
  });

  it('shows the time of a log entry first', () => {
    const columns = ['id', 'username', 'title', 'url', 'ip', 'useragent', 'create_time'].flatMap(
      (name) => findColumn(adminLog, name) ?? [],
    );
    const readable = new Set(columns.map(({ name }) => name));
    const named = ({ state, figure, first, more }: ReturnType<typeof chooseCardFields>) =>
      [first, more, [state, figure].flatMap((column) => column ?? [])].map((list) => list.map(({ name }) => name));
    const [first, more, head] = named(chooseCardFields(adminLog, columns, readable));
    expect(first?.[0]).toBe('create_time');
    expect(more).not.toContain('create_time');
    expect([...(first ?? []), ...(more ?? []), ...(head ?? [])]).toHaveLength(columns.length - 2);
    readable.delete('create_time');
    const hidden = columns.filter(({ name }) => name !== 'create_time');
    expect(named(chooseCardFields(adminLog, hidden, readable)).flat()).not.toContain('create_time');
  });

  it.each([
    [userMoneyLog, 'money'],
    [userScoreLog, 'score'],
  ] as const)('of an account say how much, before anything is unfolded: %#', (log, amount) => {
    const columns = log.spec.list.columns.flatMap((name) => findColumn(log, name) ?? []);
    const { state, figure, first } = chooseCardFields(log, columns, new Set(columns.map(({ name }) => name)));
    expect([state?.name, figure?.name]).toEqual(['type', amount]);
    expect(first.map(({ name }) => name)).toEqual(['create_time', 'user_id']);
  });

  it('cards of a member show the balance in their header, not the gender', () => {
    const columns = memberEntity.spec.list.columns.flatMap((name) => findColumn(memberEntity, name) ?? []);
    const { state, figure, first } = chooseCardFields(memberEntity, columns, new Set(columns.map(({ name }) => name)));
    expect([state?.name, figure?.name, first[0]?.name]).toEqual(['status', 'money', 'username']);
  });
});

describe('gestures on a card', () => {
  /** jsdom has no pointer events. */
  const point = (
    type: string,
    target: Element,
    at: { readonly x: number; readonly y?: number },
    pointerType = 'touch',
  ) => {
    const event = new MouseEvent(type, { bubbles: true, cancelable: true, clientX: at.x, clientY: at.y ?? 0 });
    fireEvent(target, Object.assign(event, { pointerType, pointerId: 1, isPrimary: true }));
  };
  const swipe = (target: Element, to: number, toY = 0, pointerType = 'touch') => {
    point('pointerdown', target, { x: 200 }, pointerType);
    point('pointermove', target, { x: 200 + to / 2, y: toY / 2 }, pointerType);
    point('pointermove', target, { x: 200 + to, y: toY }, pointerType);
    point('pointerup', target, { x: 200 + to, y: toY }, pointerType);
  };
  const title = (id: number) => screen.findByText(`Thing ${id}`);
  const deletions = () => rendered?.fakeServer.requests.filter(({ path }) => path === '/admin/thing/del') ?? [];

  it('a swipe to the left deletes the row, one to the right opens it, and a short one does nothing', async () => {
    const { address } = await openCards();
    swipe(await title(3), -SWIPE_PX + 20);
    swipe(await title(3), 20, 200);
    expect([deletions(), address().searchParams.get('record')]).toEqual([[], null]);
    swipe(await title(2), SWIPE_PX + 4);
    await waitFor(() => expect(address().searchParams.get('record')).toBe('2'));
  });

  it('a swipe to the left deletes at once where the deletion can be undone', async () => {
    await openCards('/admin/thing', ['index', 'edit', 'del', 'restore']);
    swipe(await title(3), -SWIPE_PX - 4);
    await waitFor(() => expect(deletions()).toHaveLength(1));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('a swipe to the left asks first where the deletion cannot be undone', async () => {
    await openCards();
    swipe(await title(3), -SWIPE_PX - 4);
    expect(await screen.findByRole('dialog')).toBeInTheDocument();
    expect(deletions()).toEqual([]);
  });

  it('a held finger selects the card, and its release opens nothing', async () => {
    const { address } = await openCards();
    const pressedTitle = await title(1);
    point('pointerdown', pressedTitle, { x: 100 });
    expect(await screen.findByRole('toolbar', { name: '1 selected' })).toBeInTheDocument();
    point('pointerup', pressedTitle, { x: 100 });
    fireEvent.click(pressedTitle);
    expect(address().searchParams.get('record')).toBeNull();
  });

  it('a mouse that moves over a card does nothing', async () => {
    await openCards();
    swipe(await title(3), -SWIPE_PX - 4, 0, 'mouse');
    expect(deletions()).toEqual([]);
  });
});
