/** A value changed in a list shows at once, and the old value never comes back in between. */
import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Change } from '../../../common/protocol/liveEvents';
import type { RecordedRequest, FakeResponse } from '../../testing/fakeHttpServer';
import { createListResponse, openScreen, thing, thingRow, type Screen } from '../../testing/screenHarness';
import { EntityPage } from '../EntityPage';

let rendered: Screen | undefined;
afterEach(async () => {
  cleanup();
  await rendered?.close();
});

type Body = Readonly<Record<string, unknown>>;
const getAnswer = (row: Body): FakeResponse => ({
  envelope: { data: { id: 5, revision: row['revision'], row, ignored: [], merged: [], cid: 'c' } },
});
/** Answers to changes wait until the test releases them. */
async function openList(save: (body: Body, asked: RecordedRequest) => FakeResponse) {
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  rendered = await openScreen(<EntityPage entity={thing} />, {
    respond: (request) => {
      if (request.path === '/admin/thing/index')
        return { envelope: { data: createListResponse([thingRow(5), thingRow(4)]) } };
      if (request.path !== '/admin/thing/edit' || request.method !== 'POST') return undefined;
      return { ...save(request.body as Body, request), after: held };
    },
  });
  const row = await screen.findByRole('row', { name: /Thing 5/ });
  return {
    ...rendered,
    row,
    letGo,
    posts: () => rendered?.fakeServer.requests.filter(({ method }) => method === 'POST') ?? [],
  };
}
/** Every value the screen showed, in order. */
function watch<T>(row: HTMLElement, read: () => T) {
  const shown = [read()];
  const observer = new MutationObserver(() => {
    if (read() !== shown.at(-1)) shown.push(read());
  });
  observer.observe(row, { subtree: true, childList: true, characterData: true, attributes: true });
  return shown;
}
const toggle = () =>
  within(screen.getByRole('row', { name: /Thing 5/ })).getByRole<HTMLInputElement>('switch', { name: 'Open' });
const own = (v: number, mid: unknown, set: Change['set']): Change => ({
  op: 'u',
  id: 5,
  v,
  at: 1,
  mid: String(mid),
  ...(set ? { set } : {}),
});

describe('inline edit of a list value', () => {
  const user = userEvent.setup();

  it.each(['before the response', 'after the response', 'instead of the response'] as const)(
    'shows a switch at once and never flips it back, with the echo %s',
    async (when) => {
      const lost = when === 'instead of the response';
      const { row, receiveChange, posts, letGo } = await openList(() =>
        lost
          ? { envelope: { code: 0, msg: 'No response' } }
          : getAnswer(thingRow(5, { revision: 3, open: 1, note: 'Ben was here' })),
      );
      const shown = watch(row, () => toggle().checked);
      await user.click(toggle());
      expect(toggle()).toBeChecked();
      expect(toggle()).toHaveFocus();
      await waitFor(() => expect(posts()).toHaveLength(1));
      act(() => receiveChange({ op: 'u', id: 5, v: 2, set: { note: 'Ben was here' }, at: 1 }));
      const [sent] = posts();
      if (!sent) throw new Error('nothing was sent');
      const echo = own(3, (sent.body as Body)['_mid'], { open: 1 });
      if (when !== 'after the response') act(() => receiveChange(echo));
      letGo();
      await screen.findByText(lost ? 'No response' : /^Saved/, { exact: false });
      if (when === 'after the response') act(() => receiveChange(echo));
      act(() => receiveChange({ op: 'u', id: 5, v: 4, set: { title: 'Thing 5, later' }, at: 1 }));
      await screen.findByText('Thing 5, later');
      expect(shown).toEqual([false, true]);
      expect(rendered?.client.store.getState().entities).not.toHaveProperty('overlays');
    },
  );

  it('the cell shows the typed value until the server responds with its own form of it', async () => {
    const { row, letGo } = await openList(({ title }) =>
      getAnswer(thingRow(5, { revision: 2, title: `${String(title)} (stored)` })),
    );
    const read = () =>
      ['Thing 5', 'Renamed (stored)', 'Renamed'].find((text) => within(row).queryByText(text)) ?? 'editor';
    const shown = watch(row, read);
    await user.dblClick(within(row).getByText('Thing 5'));
    const input = within(row).getByRole('textbox');
    await user.clear(input);
    await user.type(input, 'Renamed{Enter}');
    expect(read()).toBe('Renamed');
    letGo();
    await within(row).findByText('Renamed (stored)');
    expect(shown).toEqual(['Thing 5', 'editor', 'Renamed', 'Renamed (stored)']);
  });

  it('the cell shows the value of someone else who wrote first, with a message', async () => {
    const fields = [{ field: 'open', base: 0, mine: 1, theirs: 0, by: { id: 'admin:2', name: 'Anna' }, at: 0 }];
    const data = { kind: 'fields', id: 5, revision: 2, fields, merged: [] };
    const { row, letGo } = await openList(() => ({ envelope: { code: 412, msg: 'conflict', data } }));
    const shown = watch(row, () => toggle().checked);
    await user.click(toggle());
    expect(toggle()).toBeChecked();
    letGo();
    await screen.findByText(/changed/i, { selector: '[role=alert] *' });
    await waitFor(() => expect(toggle()).not.toBeChecked());
    expect(shown).toEqual([false, true, false]);
  });

  it('sends a second change of the same row after the first, based on its result', async () => {
    let revision = 1;
    const { posts, letGo } = await openList(({ open }) =>
      getAnswer(thingRow(5, { revision: ++revision, open: Number(open) })),
    );
    await user.click(toggle());
    await user.click(toggle());
    expect(toggle()).not.toBeChecked();
    await waitFor(() => expect(posts()).toHaveLength(1));
    letGo();
    await waitFor(() => expect(posts()).toHaveLength(2));
    expect(posts().map(({ body }) => body)).toMatchObject([
      { open: 1, _base: { open: 0 } },
      { open: 0, _base: { open: 1 } },
    ]);
    await waitFor(() => expect(rendered?.client.store.getState().entities).not.toHaveProperty('overlays'));
    expect(toggle()).not.toBeChecked();
  });
});
