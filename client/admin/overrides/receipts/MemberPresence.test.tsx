/**
 * MemberPresence: receives presence and receipts of a member over the socket without REST requests, until it is unmounted.
 * @jest-environment-options {"customExportConditions": ["node", "node-addons"]}
 */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen as page, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { openFakeReceiptsServer, type FakeReceiptsServer } from '../../../testing/fakeReceiptsServer';
import { openScreen, type Screen } from '../../../testing/screenHarness';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { MemberPresence } from './MemberPresence';

function Record() {
  useLazyTranslations();
  const [shown, show] = useState(true);
  return (
    <>
      {shown && <MemberPresence id={9} kind="money" />}
      {shown && <MemberPresence id={9} kind="score" />}
      <button onClick={() => show(!shown)}>turn</button>
    </>
  );
}
const SEEN_AT = 1_700_000_000;

describe('MemberPresence', () => {
  let screen: Screen;
  let line: FakeReceiptsServer;
  beforeEach(async () => {
    screen = await openScreen(<Record />, { respond: () => undefined });
    line = await openFakeReceiptsServer(screen);
  });
  afterEach(async () => {
    cleanup();
    await line.close();
    await screen.close();
  });
  const shownText = () => [...screen.container.querySelectorAll('[data-presence]')].map((one) => one.textContent);
  const turn = () => fireEvent.click(page.getByRole('button', { name: 'turn' }));

  it('shows presence and receipts from frames, without a REST request', async () => {
    await waitFor(() => expect(shownText()).toEqual(['Member offline', 'Member offline']));
    const before = screen.fakeServer.requests.length;
    const score = [[4, 4, SEEN_AT]] as const;
    line.sendFrame({
      id: 9,
      online: 2,
      money: [
        [7, 0, 0],
        [7, 6, SEEN_AT],
      ],
      score,
    });
    await waitFor(() =>
      expect(shownText()[0]).toMatch(/^Member online \(2 devices\) · entry #7 delivered to 2 devices/),
    );
    expect(shownText()[0]).toMatch(/not seen yet · entry #6 seen at .+ on 1 device$/);
    expect(shownText()[1]).toMatch(/^Member online \(2 devices\) · entry #4 seen at .+ on 1 device$/);
    line.sendFrame({ id: 8, online: 5, money: [], score: [] });
    line.sendFrame({ id: 9, online: 1, money: [[7, 7, SEEN_AT]], score });
    await waitFor(() =>
      expect(shownText()[0]).toMatch(/^Member online \(1 device\) · entry #7 seen at .+ on 1 device$/),
    );
    line.sendFrame({ id: 9, online: 0 });
    await waitFor(() => expect(shownText()).toEqual(['Member offline', 'Member offline']));
    expect(screen.fakeServer.requests).toHaveLength(before);
    expect(line.requestedIds).toEqual([[9]]);
  });

  it('stops following on unmount and follows again on the next mount', async () => {
    await waitFor(() => expect(shownText()).toHaveLength(2));
    turn();
    await waitFor(() => expect(line.requestedIds).toEqual([[9], []]));
    line.sendFrame({ id: 9, online: 3, money: [], score: [] });
    turn();
    await waitFor(() => expect(shownText()[0]).toBe('Member online (3 devices)'));
    expect(line.requestedIds).toEqual([[9], [], [9]]);
    // Unmounting and mounting again at once keeps the state and sends no request.
    turn();
    turn();
    expect(shownText()[0]).toBe('Member online (3 devices)');
  });

  it('shows nothing for an inaccessible member or while the connection is down', async () => {
    await waitFor(() => expect(shownText()).toHaveLength(2));
    line.sendFrame({ id: 9, gone: true });
    await waitFor(() => expect(shownText()).toEqual([]));
    line.sendFrame({ id: 9, online: 1, money: [], score: [] });
    await waitFor(() => expect(shownText()[0]).toBe('Member online (1 device)'));
    line.disconnect();
    await waitFor(() => expect(shownText()).toEqual([]));
    await waitFor(() => expect(shownText()[0]).toBe('Member online (1 device)'), { timeout: 8_000 });
    expect(line.requestedIds).toEqual([[9], [9]]);
  });
});
