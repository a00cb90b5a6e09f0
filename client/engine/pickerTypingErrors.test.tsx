/** A picker finds a row in spite of a typing error. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { createListResponse, openScreen, thingRow, type Screen } from '../testing/screenHarness';
import { EntityPicker } from './EntityPicker';

let rendered: Screen | undefined;
afterEach(async () => {
  cleanup();
  await rendered?.close();
});

function Picking() {
  const [ids, setIds] = useState<readonly number[]>([]);
  return <EntityPicker to="thing" id="p" label="Things" ids={ids} isMultiple={false} onChange={setIds} />;
}

it('offers the titles that differ by a typing error when nothing contains the text, and no others', async () => {
  const rows = ['Annual report', 'Spring campaign', 'Members'].map((title, index) => ({
    ...thingRow(index + 1),
    title,
  }));
  rendered = await openScreen(<Picking />, {
    respond: ({ path, query }) =>
      path === '/admin/thing/select'
        ? { envelope: { data: createListResponse(query.has('quick_search') ? [] : rows) } }
        : undefined,
  });
  const user = userEvent.setup();
  const input = screen.getByRole('combobox', { name: 'Things' });
  await user.type(input, 'anual reprot');
  await waitFor(() =>
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Annual report']),
  );
  await user.clear(input);
  await user.type(input, 'winter');
  await waitFor(() => expect(screen.queryAllByRole('option')).toEqual([]));
});
