/** A search that covers only the newest rows is marked and can be extended, in lists and pickers. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import type { RecordedRequest, FakeResponse } from '../../../testing/fakeHttpServer';
import { createListResponse, openScreen, thing, thingRow, type Screen } from '../../../testing/screenHarness';
import { EntityPage } from '../../EntityPage';
import { EntityPicker } from '../../EntityPicker';

let rendered: Screen | undefined;
afterEach(async () => {
  cleanup();
  await rendered?.close();
});
const user = userEvent.setup();

/** Thing 1 is old: only a full search finds it. */
const respond =
  (path: string) =>
  (request: RecordedRequest): FakeResponse | undefined => {
    if (request.path !== path) return undefined;
    const all = request.query.get('search_all') === 'true';
    const bounded = request.query.has('quick_search') && !all;
    const data = createListResponse(all ? [thingRow(5), thingRow(1)] : [thingRow(5)], all ? 2 : 1);
    return { envelope: { data: bounded ? { ...data, searched: { newest: 10_000, from: 2 } } : data } };
  };

it('partial search: shows its range, and extends it for this text only', async () => {
  rendered = await openScreen(<EntityPage entity={thing} />, {
    at: '/admin/thing?q=thing',
    respond: respond('/admin/thing/index'),
  });
  expect(await screen.findByText('Showing matches from the newest 10,000 records')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Search all' }));
  expect(await screen.findByRole('row', { name: /Thing 1/ })).toBeVisible();
  expect(rendered.address().searchParams.get('all')).toBe('1');
  expect(screen.queryByText(/matches from the newest/)).toBeNull();
  await user.type(screen.getByRole('searchbox'), 's');
  await waitFor(() => expect(rendered?.address().searchParams.get('q')).toBe('things'));
  expect(rendered.address().searchParams.has('all')).toBe(false);
});

function Picking({ multiple }: { readonly multiple: boolean }) {
  const [ids, setIds] = useState<readonly number[]>([]);
  return <EntityPicker to="thing" id="p" label="Things" ids={ids} isMultiple={multiple} onChange={setIds} />;
}
it.each([false, true])('continues in a picker by keyboard and keeps the typed text (several: %s)', async (multiple) => {
  rendered = await openScreen(<Picking multiple={multiple} />, { respond: respond('/admin/thing/select') });
  const input = screen.getByRole('combobox', { name: 'Things' });
  await user.type(input, 'thing');
  await screen.findByRole('option', { name: 'Showing matches from the newest 10,000 records — Search all' });
  await user.keyboard('{ArrowUp}{Enter}');
  const old = await screen.findByRole('option', { name: 'Thing 1' });
  expect(input).toHaveValue('thing');
  await user.click(old);
  if (multiple) expect(await screen.findByRole('button', { name: 'Thing 1' })).toBeVisible();
  else await waitFor(() => expect(input).toHaveValue('Thing 1'));
});
