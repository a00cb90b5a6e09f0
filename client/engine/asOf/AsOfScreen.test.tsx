/** A list and a record as of a moment, as users meet them. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import type { WireRow } from '../../../common/entity/projectRow';
import { formatDateTime } from '../../../common/text/time/dates';
import { conflictResponse, savedResponse } from '../../testing/formHarness';
import type { FakeResponse, RecordedRequest } from '../../testing/fakeHttpServer';
import { createListResponse, openScreen, thing, wholeRow, type Screen } from '../../testing/screenHarness';
import { createDraftCache } from '../formState/draftCache';
import { DraftCacheProvider } from '../formState/DraftCacheProvider';
import { EntityPage } from '../EntityPage';

const MOMENT = 1_750_000_000;
const AT = formatDateTime(MOMENT);

let rendered: Screen | undefined;
afterEach(async () => {
  cleanup();
  await rendered?.close();
});

const then = wholeRow(1, { title: 'Old title', price: '5.00', revision: 3 });
const now = wholeRow(1, { title: 'New title', price: '12.50', revision: 9 });
const rowResponse = (row: WireRow): FakeResponse => ({ envelope: { data: { row, refs: {}, seq: '10', epoch: 'e1' } } });

interface Options {
  readonly at?: string;
  readonly answer?: (request: RecordedRequest) => FakeResponse | undefined;
  readonly locked?: readonly string[];
  readonly actions?: readonly string[];
}
async function open({ at = `/admin/thing?as_of=${MOMENT}`, answer, ...rest }: Options = {}): Promise<Screen> {
  rendered = await openScreen(
    <DraftCacheProvider draftCache={createDraftCache()}>
      <EntityPage entity={thing} />
    </DraftCacheProvider>,
    {
      at,
      ...rest,
      respond: (request) => {
        const own = answer?.(request);
        if (own) return own;
        const isPast = request.query.get('asOf') === String(MOMENT);
        if (request.path === '/admin/thing/index')
          return {
            envelope: { data: isPast ? { ...createListResponse([then], 41), purged: 2 } : createListResponse([now]) },
          };
        if (request.path !== '/admin/thing/edit') return undefined;
        if (request.method === 'POST') return savedResponse({ ...now, title: 'Old title', revision: 10 });
        return rowResponse(isPast ? then : now);
      },
    },
  );
  return rendered;
}
const field = (name: string) => {
  const found = document.querySelector<HTMLElement>(`[data-field="${name}"]`);
  if (found === null) throw new Error(`no field ${name}`);
  return within(found);
};

describe('the list as of a moment', () => {
  const user = userEvent.setup();

  it('a past list shows the rows and the label of its moment, and follows no live topic', async () => {
    const { subscribedTopics, fakeServer, container } = await open();
    expect(await screen.findByRole('button', { name: 'Old title' })).toBeVisible();
    expect(screen.getByText(`As of ${AT}`)).toBeVisible();
    expect(screen.getByText('41 in total')).toBeVisible();
    expect(screen.getByText(/2 records have since been permanently deleted/)).toBeVisible();
    expect(subscribedTopics()).toEqual([]);
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Add/ })).toBeNull();
    expect(fakeServer.requests.every(({ path, query }) => path !== '/admin/thing/index' || query.has('asOf'))).toBe(
      true,
    );
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  });

  it('a past list keeps filter and order of its URL, and sorts by a header', async () => {
    const { fakeServer, address } = await open({ at: `/admin/thing?state=1&sort=title&as_of=${MOMENT}` });
    await screen.findByRole('button', { name: 'Old title' });
    const first = fakeServer.requests.find(({ path }) => path === '/admin/thing/index');
    expect([first?.query.get('order'), first?.query.get('search[0][field]')]).toEqual(['title,asc', 'state']);
    await user.click(screen.getByRole('button', { name: 'Price' }));
    await waitFor(() => expect(address().searchParams.get('sort')).toBe('price'));
    expect(address().searchParams.get('as_of')).toBe(String(MOMENT));
  });

  it('returns to the live list', async () => {
    const { address, subscribedTopics } = await open();
    await user.click(await screen.findByRole('button', { name: 'Back to now' }));
    expect(await screen.findByRole('row', { name: /New title/ })).toBeVisible();
    expect(address().searchParams.has('as_of')).toBe(false);
    await waitFor(() => expect(subscribedTopics()).toHaveLength(1));
  });

  it('a past list shows the error at the moment that the server refuses', async () => {
    await open({
      answer: ({ path }) =>
        path === '/admin/thing/index'
          ? { status: 400, envelope: { code: 400, msg: 'Incorrect', data: { fields: { asOf: 'Too long ago' } } } }
          : undefined,
    });
    expect(await screen.findByText('Too long ago')).toBeVisible();
  });

  it('a past list is opened from the toolbar: a quick choice, or a time of one’s own that has passed', async () => {
    const { address } = await open({ at: '/admin/thing?page=3' });
    await user.click(await screen.findByRole('button', { name: 'As of…' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Another time…' }));
    const dialog = within(await screen.findByRole('dialog'));
    const input = dialog.getByLabelText('Date and time');
    await user.clear(input);
    await user.type(input, '2999-01-01 00:00:00');
    await user.click(dialog.getByRole('button', { name: 'Show' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent('Choose a time in the past');
    await user.clear(input);
    await user.type(input, AT);
    await user.click(dialog.getByRole('button', { name: 'Show' }));
    await waitFor(() => expect(address().searchParams.get('as_of')).toBe(String(MOMENT)));
    expect(address().searchParams.has('page')).toBe(false);
    expect(await screen.findByRole('button', { name: 'Old title' })).toBeVisible();
  });
});

describe('the record as of a moment', () => {
  const user = userEvent.setup();
  const openRecord = async (options: Options = {}) => {
    const driver = await open(options);
    await user.click(await screen.findByRole('button', { name: 'Old title' }));
    await screen.findByText('2 fields have changed since');
    return driver;
  };

  it('compares each field with today and marks those that differ', async () => {
    const { container } = await openRecord();
    expect(field('title').getByText('Changed since')).toBeVisible();
    expect(document.querySelector('[data-field="title"]')).toHaveTextContent(/Old title.*Today.*New/);
    expect(field('price').getByText('¥5.00')).toBeVisible();
    expect(field('note').queryByText('Changed since')).toBeNull();
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  });

  it('restores one field by an ordinary edit that is based on the current value', async () => {
    const { fakeServer } = await openRecord();
    await user.click(screen.getByRole('button', { name: 'Restore this value Title' }));
    expect(await screen.findByText('1 field has changed since')).toBeVisible();
    const { body } = fakeServer.requests.find(({ method, path }) => method === 'POST' && path.endsWith('/edit')) ?? {};
    expect(body).toMatchObject({ id: 1, title: 'Old title', revision: 9, _base: { title: 'New title' } });
  });

  it('offers no restore for fields that the reader may not write', async () => {
    await openRecord({ locked: ['title'] });
    expect(screen.queryByRole('button', { name: 'Restore this value Title' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Restore this value Price' })).toBeVisible();
  });

  it('opens the current form when somebody else changed the field meanwhile', async () => {
    const { address } = await openRecord({
      answer: ({ method, path }) =>
        method === 'POST' && path === '/admin/thing/edit'
          ? conflictResponse({
              kind: 'fields',
              row: { ...now, title: 'Newest', revision: 10 },
              revision: 10,
              fields: [{ field: 'title', base: 'New title', mine: 'Old title', theirs: 'Newest', by: null, at: 1 }],
            })
          : undefined,
    });
    await user.click(screen.getByRole('button', { name: 'Restore this value Title' }));
    await waitFor(() => expect(address().searchParams.get('record')).toBe('1'));
    await waitFor(() => expect(address().searchParams.has('as_of')).toBe(false));
  });

  it('a past record shows whether it was deleted later or did not exist yet', async () => {
    await open({
      answer: ({ path, method, query }) =>
        path === '/admin/thing/edit' && method === 'GET' && !query.has('asOf')
          ? { status: 404, envelope: { code: 404, msg: 'missing' } }
          : undefined,
    });
    await user.click(await screen.findByRole('button', { name: 'Old title' }));
    expect(await screen.findByText(/This record has since been deleted/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Restore this value/ })).toBeNull();
  });
});

it('the history shows the record at the time of an entry, and leads back', async () => {
  const user = userEvent.setup();
  const entry = {
    seq: '5',
    cid: 'c5',
    revision: 3,
    op: 'u',
    by: { id: 'admin:2', name: 'Anna' },
    channel: 'ui',
    at: MOMENT * 1000 + 400,
    fields: [{ field: 'title', before: 'Older', after: 'Old title' }],
    hidden: 0,
  };
  await open({
    at: '/admin/thing?record=1',
    answer: ({ path }) =>
      path === '/admin/thing/history' ? { envelope: { data: { list: [entry], more: false, refs: {} } } } : undefined,
  });
  await user.click(await screen.findByRole('button', { name: 'Show history' }));
  await user.click(await screen.findByRole('button', { name: 'View the record at this time' }));
  expect(await screen.findByText(`As of ${AT}`)).toBeVisible();
  expect(await screen.findByText('2 fields have changed since')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Back to history' }));
  expect(await screen.findByRole('button', { name: 'View the record at this time' })).toBeVisible();
});
