/** Filters in the popover: found by name, applied while they are edited, invalid ones marked. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { parseUnixSeconds } from '../../../../common/text/time/dates';
import { PHONE_QUERY } from '../../../shared/theme/designTokens';
import { createListResponse, openScreen, thing, thingRow, type Screen } from '../../../testing/screenHarness';
import { EntityPage } from '../../EntityPage';

let rendered: Screen | undefined;
afterEach(async () => {
  cleanup();
  await rendered?.close();
});
const user = userEvent.setup();

async function openThings(at: string) {
  rendered = await openScreen(<EntityPage entity={thing} />, {
    at,
    respond: ({ path }) =>
      path === '/admin/thing/index' ? { envelope: { data: createListResponse([thingRow(1)]) } } : undefined,
  });
  const { fakeServer, address } = rendered;
  return {
    asked: () =>
      decodeURIComponent(
        fakeServer.requests
          .filter(({ path }) => path === '/admin/thing/index')
          .at(-1)
          ?.query.toString() ?? '',
      ),
    param: (name: string) => address().searchParams.get(name),
  };
}
async function openFilter(at: string, chip: RegExp) {
  const list = await openThings(at);
  await user.click(await screen.findByRole('button', { name: chip }));
  const clear = await screen.findByRole('button', { name: 'Clear' });
  return { ...list, popover: within(clear.closest('form') ?? clear) };
}

// Escape applies the filter like a click outside; jsdom cannot navigate on submit.
describe('the editor of a filter', () => {
  it('the editor shows an invalid filter with the reason and applies it once corrected', async () => {
    const { asked, popover, param } = await openFilter('/admin/thing?price=gt:10..20', /^Price: gt:10\.\.20/);
    expect(asked()).not.toContain('price');
    expect(popover.getByRole('alert')).toHaveTextContent('amount');
    const input = popover.getByRole('textbox', { name: 'Price' });
    await user.clear(input);
    await user.type(input, 'cheap{Enter}');
    expect(popover.getByRole('alert')).toBeInTheDocument();
    expect(param('price')).not.toBe('gt:cheap');
    await user.clear(input);
    await user.type(input, '10{Escape}');
    await waitFor(() => expect(param('price')).toBe('gt:10'));
  });

  it('the editor keeps one end of a range as the value of a comparison', async () => {
    const { popover, param } = await openFilter('/admin/thing?price=10..20', /^Price: 10/);
    await user.click(popover.getByRole('combobox', { name: 'Operator' }));
    await user.click(await screen.findByRole('option', { name: 'is greater than' }));
    expect(popover.getByRole('textbox', { name: 'Price' })).toHaveValue('10');
    await waitFor(() => expect(param('price')).toBe('gt:10'));
  });

  it('date-time: is typed in the fixed format, means the whole day, and compares in words of time', async () => {
    const { asked, popover, param } = await openFilter(
      '/admin/thing?moment=elt:2026-11-20',
      /is on or before 2026-11-20$/,
    );
    const input = popover.getByRole('textbox', { name: 'Moment' });
    expect(input).toHaveAttribute('placeholder', '2026-01-31 18:30');
    await user.clear(input);
    await user.type(input, '20261122{Escape}');
    await waitFor(() => expect(param('moment')).toBe('elt:2026-11-22'));
    await waitFor(() => expect(asked()).toContain(String(parseUnixSeconds('2026-11-22 23:59:59'))));
  });

  it('date-time: offers periods, which one press applies, and any number of days', async () => {
    const { asked, popover, param } = await openFilter('/admin/thing?moment=2026-11-20', /^Moment/);
    await user.click(popover.getByRole('combobox', { name: 'Operator' }));
    const offered = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
    expect(offered).toEqual(expect.arrayContaining(['is before', 'is after', 'is in the last … days']));
    expect(offered).not.toContain('is greater than');
    await user.keyboard('{Escape}');
    await user.click(popover.getByRole('button', { name: 'Yesterday' }));
    await waitFor(() => expect(param('moment')).toBe('@yesterday'));
    await waitFor(() => expect(asked()).toContain('RANGE'));
    await user.click(popover.getByRole('button', { name: 'Last 7 days' }));
    await user.type(popover.getByRole('spinbutton', { name: 'Number of days' }), '0');
    await waitFor(() => expect(param('moment')).toBe('@last70'));
  });
});

describe('the filter popover', () => {
  it('finds a field by a part of its name and applies options as they are chosen', async () => {
    const { asked, param } = await openThings('/admin/thing');
    await user.click(await screen.findByRole('button', { name: 'Filter' }));
    expect(screen.queryByRole('combobox', { name: 'Records must match' })).toBeNull();
    const fields = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
    expect([fields[0], fields.indexOf('ID') > fields.indexOf('Note')]).toEqual(['Title', true]);
    await user.type(await screen.findByRole('textbox', { name: 'Find a field' }), 'stat');
    await user.click(screen.getByRole('button', { name: 'State' }));
    const [first] = await screen.findAllByRole('checkbox', { name: /Draft|Published/ });
    await user.click(first ?? document.body);
    await waitFor(() => expect(param('state')).not.toBeNull());
    await waitFor(() => expect(asked()).toContain('state'));
    await user.click(screen.getByRole('button', { name: 'All fields' }));
    expect(await screen.findByRole('textbox', { name: 'Find a field' })).toBeInTheDocument();
  });

  it('puts filters into a group of which one must hold, and removes the group', async () => {
    const { asked, param } = await openThings('/admin/thing?open=1');
    await user.click(await screen.findByRole('button', { name: 'Filter' }));
    await user.click(await screen.findByRole('combobox', { name: 'Records must match' }));
    await user.click(await screen.findByRole('option', { name: 'Match any (new group)' }));
    for (const [field, text] of [
      ['Title', 'spring'],
      ['Note', 'summer'],
    ] as const) {
      await user.click(await screen.findByRole('button', { name: field }));
      await user.type(await screen.findByRole('textbox', { name: field }), text);
      await user.click(screen.getByRole('button', { name: 'All fields' }));
    }
    await waitFor(() => expect([param('any0.title'), param('any0.note')]).toEqual(['spring', 'summer']));
    await waitFor(() => expect(asked()).toContain('"any":[{"field":"title"'));
    await user.keyboard('{Escape}');
    const chip = await screen.findByRole('button', { name: 'Title: spring or Note: summer' });
    await user.click(within(chip).getByTestId('CancelIcon'));
    await waitFor(() => expect(param('any0.title')).toBeNull());
    expect(param('open')).toBe('1');
  });
});

describe('the popover', () => {
  const openChoice = async () => {
    const list = await openThings('/admin/thing');
    await user.click(await screen.findByRole('button', { name: 'Filter' }));
    await user.click(await screen.findByRole('button', { name: 'State' }));
    return list;
  };

  it('the button stands before the chips, so a new chip does not move the popover', async () => {
    const { param } = await openChoice();
    const button = screen.getByRole('button', { name: 'Filter', hidden: true });
    const [box] = screen.getAllByRole('checkbox', { hidden: false });
    if (box === undefined) throw new Error('no option');
    await user.click(box);
    await waitFor(() => expect(param('state')).not.toBeNull());
    const chip = await screen.findByRole('button', { name: /^State: /, hidden: true });
    expect(button.compareDocumentPosition(chip)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('boxes to tick stand alone until more conditions are wanted', async () => {
    await openChoice();
    expect(screen.queryByRole('combobox', { name: 'Operator' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'More conditions' }));
    expect(screen.getByRole('combobox', { name: 'Operator' })).toBeVisible();
  });

  it('a phone shows a sheet at the bottom with a button that closes it', async () => {
    const usual = window.matchMedia;
    window.matchMedia = (media) => Object.assign(usual(media), { matches: media === PHONE_QUERY });
    try {
      await openThings('/admin/thing');
      await user.click(await screen.findByRole('button', { name: 'Filter' }));
      const sheet = await screen.findByRole('dialog', { name: 'Filter' });
      expect(sheet).toHaveClass('MuiDrawer-paper');
      await user.click(within(sheet).getByRole('button', { name: 'Done' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    } finally {
      window.matchMedia = usual;
    }
  });
});
