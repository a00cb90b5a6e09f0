/** The publishing side of the market: a package is attached to a version, and a purchase is refunded once, with a reason. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import type { AnyEntity } from '../../../../common/entity/entity';
import type { WireRow } from '../../../../common/entity/projectRow';
import { PURCHASE_STATUS, pluginPurchase } from '../../../../common/entities/pluginPurchase';
import { plugin } from '../../../../common/entities/plugin';
import { pluginVersion } from '../../../../common/entities/pluginVersion';
import { user } from '../../../../common/entities/user';
import { EntityPage } from '../../../engine/EntityPage';
import type { BelowFieldProps } from '../../../engine/override';
import { createListResponse, openScreen, type Screen } from '../../../testing/screenHarness';
import { AttachPackageButton } from './AttachPackageButton';
import { marketOverrides } from './marketOverrides';
import { RefundButton } from './RefundButton';

let driver: Screen | undefined;
afterEach(async () => {
  cleanup();
  await driver?.close();
  driver = undefined;
});

interface TestSetup {
  readonly entity: AnyEntity;
  readonly button: ComponentType<BelowFieldProps>;
  readonly permissions: readonly string[];
  readonly row?: WireRow;
  readonly refusal?: string;
}
async function open({ entity, button: Button, permissions, row = {}, refusal }: TestSetup) {
  driver = await openScreen(<Button rowId={7} />, {
    others: [entity],
    otherPermissions: permissions,
    respond: ({ path, method }) => {
      if (path === `/admin/${entity.name}/edit` && method === 'GET')
        return { envelope: { data: { row: { id: 7, revision: 1, create_time: 1, ...row }, refs: {} } } };
      if (method !== 'POST') return undefined;
      return { envelope: refusal === undefined ? { data: {}, msg: 'Done.' } : { code: 0, msg: refusal, data: null } };
    },
  });
  return userEvent.setup();
}
const posted = () => driver?.fakeServer.requests.filter(({ method }) => method === 'POST') ?? [];
const read = () => driver?.fakeServer.requests.filter(({ method }) => method === 'GET') ?? [];

describe('the refund of a purchase', () => {
  const setup = { entity: pluginPurchase, button: RefundButton, permissions: ['plugin_purchase/refund'] };
  const paid = { number: 'P-7', status: PURCHASE_STATUS.paid };

  it('asks for a reason, sends it with an idempotency key, and closes', async () => {
    const user = await open({ ...setup, row: paid });
    await user.click(await screen.findByRole('button', { name: 'Refund' }));
    const dialog = await screen.findByRole('dialog', { name: 'Refund purchase P-7?' });
    const submit = within(dialog).getByRole('button', { name: 'Refund' });
    expect(submit).toBeDisabled();
    fireEvent.change(within(dialog).getByRole('textbox', { name: /Reason/ }), { target: { value: ' Not needed ' } });
    await user.click(submit);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(posted().map(({ path, body }) => [path, body])).toEqual([
      ['/admin/plugin_purchase/refund', { id: 7, memo: 'Not needed', _mid: expect.any(String) }],
    ]);
  });

  it('shows why the server refuses, and stays open with the reason', async () => {
    const user = await open({ ...setup, row: paid, refusal: 'This purchase has already been refunded.' });
    await user.click(await screen.findByRole('button', { name: 'Refund' }));
    const dialog = await screen.findByRole('dialog');
    const reason = within(dialog).getByRole('textbox', { name: /Reason/ });
    fireEvent.change(reason, { target: { value: 'Twice' } });
    await user.click(within(dialog).getByRole('button', { name: 'Refund' }));
    expect(await within(dialog).findByText('This purchase has already been refunded.')).toBeVisible();
    expect(reason).toHaveValue('Twice');
  });

  it('a request for it is declined, or granted with the reason of the buyer', async () => {
    const row = { ...paid, status: PURCHASE_STATUS.refund_requested, refund_memo: 'Too slow' };
    const user = await open({ ...setup, row });
    await user.click(await screen.findByRole('button', { name: 'Refund' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByRole('textbox', { name: /Reason/ })).toHaveValue('Too slow');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Decline' }));
    await waitFor(() => expect(posted().map(({ path }) => path)).toEqual(['/admin/plugin_purchase/decline']));
    expect(posted()[0]?.body).toEqual({ id: 7, _mid: expect.any(String) });
  });

  it.each<[string, WireRow, readonly string[]]>([
    ['of a refunded purchase', { ...paid, status: PURCHASE_STATUS.refunded }, setup.permissions],
    ['without the permission', paid, ['plugin_purchase/index']],
  ])('is not offered %s', async (_name, row, permissions) => {
    await open({ ...setup, row, permissions });
    await waitFor(() => expect(read().some(({ path }) => path.startsWith('/admin/plugin_purchase/'))).toBe(true));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull();
  });
});

describe('the package of a plugin version', () => {
  const setup = { entity: pluginVersion, button: AttachPackageButton, permissions: ['plugin_version/edit'] };

  it('sends the bytes of the chosen file, and can send the same file again', async () => {
    const user = await open(setup);
    const input = await screen.findByLabelText<HTMLInputElement>('Attach a module package', { selector: 'input' });
    for (const attempt of [1, 2]) {
      await user.upload(input, new File([new Uint8Array([80, 75, 3, 4])], 'faq.zip', { type: 'application/zip' }));
      await waitFor(() => expect(posted()).toHaveLength(attempt));
      expect(input.value).toBe('');
    }
    expect(posted()[0]?.body).toBe('PK\u0003\u0004');
    expect(posted()[0]?.path).toBe('/admin/plugin_version/package');
    expect(posted()[0]?.query.get('id')).toBe('7');
    expect(await screen.findAllByText('Done.')).not.toHaveLength(0);
  });

  it('shows why the server refuses a package', async () => {
    const user = await open({ ...setup, refusal: 'The package must be faq 1.0.0, but it is faq 1.1.0.' });
    const input = await screen.findByLabelText<HTMLInputElement>('Attach a module package', { selector: 'input' });
    await user.upload(input, new File(['x'], 'faq.zip', { type: 'application/zip' }));
    expect(await screen.findByText('The package must be faq 1.0.0, but it is faq 1.1.0.')).toBeVisible();
  });

  it('is not offered without the permission to edit versions', async () => {
    await open({ ...setup, permissions: ['plugin_version/index'] });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.queryByLabelText('Attach a module package', { selector: 'input' })).toBeNull();
  });
});

describe('the amounts of a purchase', () => {
  it('a purchase paid by points shows points, and one by a code no amount', async () => {
    const rows = [
      { id: 1, revision: 1, number: 'P-1', paid_by: 'money', money: '12.50', score: 0, status: 1 },
      { id: 2, revision: 1, number: 'P-2', paid_by: 'score', money: '0.00', score: 300, status: 1 },
      { id: 3, revision: 1, number: 'P-3', paid_by: 'code', money: '0.00', score: 0, status: 1 },
    ];
    driver = await openScreen(<EntityPage entity={pluginPurchase} record={undefined} />, {
      at: '/admin/plugin_purchase',
      others: [pluginPurchase, pluginVersion, plugin, user],
      overrides: marketOverrides,
      respond: ({ path }) =>
        path === '/admin/plugin_purchase/index' ? { envelope: { data: createListResponse(rows) } } : undefined,
    });
    expect(await screen.findByText('300 points')).toBeVisible();
    expect(screen.getByText(/12\.50/)).toBeVisible();
    expect(screen.queryByText(/0\.00/)).toBeNull();
  });
});
