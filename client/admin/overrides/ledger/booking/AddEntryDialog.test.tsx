/** The form of a new entry is the one of `AdjustDialog`, with a field for the member. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen as page, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { entities } from '../../../../../common/entities/index';
import { user } from '../../../../../common/entities/user';
import { userMoneyLog } from '../../../../../common/entities/userMoneyLog';
import { userScoreLog } from '../../../../../common/entities/userScoreLog';
import type { AnyEntity } from '../../../../../common/entity/entity';
import type { Json } from '../../../../../common/entity/field';
import { createRegistry } from '../../../../../common/entity/registry';
import { EngineContext, createEngineConfig } from '../../../../engine/engineContext';
import { BootstrapContext, parseBootstrap } from '../../../../shared/api/bootstrap';
import { rowsReceived, titlesReceived } from '../../../../shared/store/entities';
import type { RecordedRequest, FakeResponse } from '../../../../testing/fakeHttpServer';
import { createListResponse, openScreen, type Screen } from '../../../../testing/screenHarness';
import { AddEntryDialog } from './AddEntryDialog';

const ADD = '/admin/user_money_log/add';
const MAY = parseBootstrap({
  permissions: { '/admin/user': ['/admin/user/ask_second'] },
  entities: { user: { readable: ['id', 'username', 'nickname', 'money'], writable: [] } },
});
const ENGINE = createEngineConfig(createRegistry(entities));
interface Opening {
  readonly entity: AnyEntity;
  readonly preset: Readonly<Record<string, Json>>;
}
function Reopening(props: Opening) {
  const [open, setOpen] = useState(true);
  const dialog = <AddEntryDialog {...props} onClose={() => setOpen(false)} />;
  return (
    <EngineContext value={ENGINE}>
      <BootstrapContext value={MAY}>
        {open ? dialog : <button onClick={() => setOpen(true)}>Open again</button>}
      </BootstrapContext>
    </EngineContext>
  );
}

describe('AddEntryDialog', () => {
  let screen: Screen;
  let responses: FakeResponse[] = [];
  const balance = { id: 9, revision: 1, nickname: 'Rosa', money: '20.00' };
  const answer = ({ path }: RecordedRequest): FakeResponse | undefined => {
    if (path === ADD) return responses.shift();
    if (path === '/admin/user/select') return { envelope: { data: createListResponse([balance]) } };
    return path === '/admin/user/edit'
      ? { envelope: { data: { row: balance, refs: {}, seq: '1', epoch: 'e' } } }
      : undefined;
  };
  const open = async (entity: AnyEntity = userMoneyLog, preset: Opening['preset'] = {}) => {
    screen = await openScreen(<Reopening entity={entity} preset={preset} />, { respond: answer });
    await page.findByRole('dialog');
  };
  beforeEach(() => {
    window.sessionStorage.clear();
    responses = [];
  });
  afterEach(async () => {
    cleanup();
    await screen.close();
  });
  const box = (name: string) => page.getByRole<HTMLInputElement>('textbox', { name });
  const type = (label: string, value: string) => fireEvent.change(box(label), { target: { value } });
  const book = () => fireEvent.click(page.getByRole('button', { name: 'Apply' }));
  const member = () => page.getByRole('combobox', { name: 'Member' });
  const choose = async () => {
    fireEvent.change(member(), { target: { value: 'Ro' } });
    fireEvent.click(await page.findByRole('option', { name: /Rosa/ }));
  };
  const sent = () => screen.fakeServer.requests.filter(({ path }) => path === ADD).map(({ body }) => body);

  it('focuses the member, requires one, and previews the balance', async () => {
    await open();
    expect(page.getByRole('dialog', { name: 'Add balance entry' })).toBeVisible();
    expect(member()).toHaveFocus();
    type('Amount', '5.00');
    type('Reason', 'a correction');
    book();
    expect(await page.findByText('Choose a member')).toBeVisible();
    expect(sent()).toEqual([]);
    await choose();
    expect(page.queryByText('Choose a member')).toBeNull();
    await waitFor(() => expect(document.querySelector('[data-preview]')).toHaveTextContent('¥20.00 → ¥25.00'));
  });

  it.each([
    ['has not come yet', { after: new Promise<void>(() => undefined) }],
    ['was lost', { status: 503, envelope: { code: 503, msg: 'gone' } }],
  ] as const)('preview: adds no amount that may be booked already, while the response %s', async (_, response) => {
    responses = [response];
    await open(userMoneyLog, { user_id: 9 });
    const preview = () => document.querySelector('[data-preview]')?.textContent;
    type('Amount', '5.00');
    type('Reason', 'a correction');
    await waitFor(() => expect(preview()).toBe('¥20.00 → ¥25.00'));
    book();
    await waitFor(() => expect(preview()).toBe('¥20.00'));
    act(
      () =>
        void screen.client.store.dispatch(
          rowsReceived({ e: user.name, rows: [{ ...balance, money: '25.00', revision: 2 }] }),
        ),
    );
    await waitFor(() => expect(preview()).toBe('¥25.00'));
    type('Amount', '6.00');
    if (!('after' in response)) await waitFor(() => expect(preview()).toBe('¥25.00 → ¥31.00'));
  });

  it('preview: keeps its target while the request waits for the password', async () => {
    responses = [{ status: 403, envelope: { code: 403, msg: 'password', data: { stepUp: true } } }];
    await open(userMoneyLog, { user_id: 9 });
    const preview = () => document.querySelector('[data-preview]')?.textContent;
    const { stepUp } = screen.client.app;
    type('Amount', '5.00');
    type('Reason', 'a correction');
    await waitFor(() => expect(preview()).toBe('¥20.00 → ¥25.00'));
    book();
    await waitFor(() => expect(stepUp.isPending()).toBe(true));
    expect(preview()).toBe('¥20.00 → ¥25.00');
    act(() => stepUp.resolve(false));
    await waitFor(() => expect(stepUp.isPending()).toBe(false));
  });

  it('shows a too small balance once: the error replaces the warning of the preview', async () => {
    responses = [{ envelope: { code: 0, msg: 'Not enough: 20.00 available.' } }];
    await open(userMoneyLog, { user_id: 9 });
    type('Amount', '-50');
    type('Reason', 'a correction');
    expect(await page.findByText(/^Not enough/)).toHaveTextContent('Not enough: ¥20.00 available');
    book();
    expect(await page.findByText('Not enough: 20.00 available.')).toBeVisible();
    expect(page.getAllByText(/^Not enough/)).toHaveLength(1);
  });

  it('sends type, reference and member, and closes', async () => {
    responses = [{ envelope: { data: { id: 1, row: { id: 1, n: 4, after: '15.00' } } } }];
    await open();
    await choose();
    fireEvent.mouseDown(page.getByRole('combobox', { name: 'Type' }));
    fireEvent.click(await page.findByRole('option', { name: 'Payment' }));
    type('Amount', '5.00');
    type('Reason', 'a correction');
    type('Reference', 'order-88');
    book();
    await page.findByRole('button', { name: 'Open again' });
    expect(sent()).toEqual([
      {
        user_id: 9,
        money: '-5.00',
        memo: 'a correction',
        type: 'payment',
        reference: 'order-88',
        _mid: expect.any(String),
      },
    ]);
  });

  it('restores the fields including the member after Esc', async () => {
    await open();
    await choose();
    type('Amount', '5.00');
    fireEvent.keyDown(box('Reason'), { key: 'Escape' });
    fireEvent.click(await page.findByRole('button', { name: 'Open again' }));
    expect(await page.findByText('Your earlier input is still here.')).toBeVisible();
    expect(box('Amount').value).toBe('5.00');
    await waitFor(() => expect(member()).toHaveValue('Rosa'));
  });

  it('drops the error of one member when another is selected', async () => {
    responses = [{ envelope: { code: 0, msg: 'Not enough: 20.00 available.' } }];
    await open(userMoneyLog, { user_id: 9 });
    type('Amount', '-50');
    type('Reason', 'a correction');
    book();
    expect(await page.findByText('Not enough: 20.00 available.')).toBeVisible();
    act(() => void screen.client.store.dispatch(titlesReceived({ [user.name]: { 9: 'Rosa' } })));
    fireEvent.click(page.getByRole('button', { name: 'Clear', hidden: true }));
    expect(page.queryByText('Not enough: 20.00 available.')).toBeNull();
  });

  it('starts with the member of a filtered list, and books points from the list of points', async () => {
    await open(userScoreLog, { user_id: 9 });
    expect(page.getByRole('dialog', { name: 'Add points entry' })).toBeVisible();
    await waitFor(() => expect(member()).toHaveValue('Rosa'));
    // With one kind there are no tabs.
    for (const name of ['Balance', 'Points']) expect(page.queryByRole('button', { name })).toBeNull();
  });
});
