/** An invalid filter is marked in the chip and in its editor. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { parseUnixSeconds } from '../../../../common/text/time/dates';
import { createListResponse, openScreen, thing, thingRow, type Screen } from '../../../testing/screenHarness';
import { EntityPage } from '../../EntityPage';

let rendered: Screen | undefined;
afterEach(async () => {
  cleanup();
  await rendered?.close();
});

async function openFilter(at: string, chip: RegExp) {
  rendered = await openScreen(<EntityPage entity={thing} />, {
    at,
    answer: ({ path }) =>
      path === '/admin/thing/index' ? { envelope: { data: createListResponse([thingRow(1)]) } } : undefined,
  });
  await user.click(await screen.findByRole('button', { name: chip }));
  const form = await screen.findByRole('button', { name: 'Clear' });
  const { fakeServer, address } = rendered;
  const asked = () =>
    fakeServer.requests
      .filter(({ path }) => path === '/admin/thing/index')
      .at(-1)
      ?.query.toString() ?? '';
  return {
    asked,
    popover: within(form.closest('form') ?? form),
    param: (name: string) => address().searchParams.get(name),
  };
}
const user = userEvent.setup();

// Escape applies the filter like a click outside; jsdom cannot navigate on submit.
describe('FilterEditor', () => {
  it('shows an invalid filter with the reason and applies it once corrected', async () => {
    const { asked, popover, param } = await openFilter('/admin/thing?price=gt:10..20', /^Price: gt:10\.\.20/);
    expect(asked()).not.toContain('price');
    expect(popover.getByRole('alert')).toHaveTextContent('amount');
    const input = popover.getByRole('textbox', { name: 'Price' });
    await user.clear(input);
    await user.type(input, 'cheap{Enter}');
    expect(popover.getByRole('alert')).toBeInTheDocument();
    expect(param('price')).toBe('gt:10..20');
    await user.clear(input);
    await user.type(input, '10{Escape}');
    await waitFor(() => expect(param('price')).toBe('gt:10'));
  });

  it('keeps one end of a range as the value of a comparison', async () => {
    const { popover, param } = await openFilter('/admin/thing?price=10..20', /^Price: 10/);
    await user.click(popover.getByRole('combobox', { name: 'Operator' }));
    await user.click(await screen.findByRole('option', { name: 'is greater than' }));
    expect(popover.getByRole('textbox', { name: 'Price' })).toHaveValue('10');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(param('price')).toBe('gt:10'));
  });

  it('date-time: is typed in the fixed format and means the whole day', async () => {
    const { asked, popover, param } = await openFilter('/admin/thing?moment=elt:2026-11-20', /2026-11-20$/);
    const input = popover.getByRole('textbox', { name: 'Moment' });
    expect(input).toHaveAttribute('placeholder', 'yyyy-mm-dd hh:MM:ss');
    await user.clear(input);
    await user.type(input, '20261122{Escape}');
    await waitFor(() => expect(param('moment')).toBe('elt:2026-11-22'));
    await waitFor(() => expect(asked()).toContain(String(parseUnixSeconds('2026-11-22 23:59:59'))));
  });
});
