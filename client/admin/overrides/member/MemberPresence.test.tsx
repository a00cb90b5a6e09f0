/**
 * A member's record is told by push whether the member is here and how far its devices are; nothing is asked for it, and leaving ends it.
 * @jest-environment-options {"customExportConditions": ["node", "node-addons"]}
 */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen as page, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { openCareLine, type CareLine } from '../../../testing/fakeReceiptsServer';
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

describe('a member in sight of staff', () => {
  let screen: Screen;
  let line: CareLine;
  beforeEach(async () => {
    screen = await openScreen(<Record />, { answer: () => undefined });
    line = await openCareLine(screen);
  });
  afterEach(async () => {
    cleanup();
    await line.close();
    await screen.close();
  });
  const said = () => [...screen.container.querySelectorAll('[data-presence]')].map((one) => one.textContent);
  const turn = () => fireEvent.click(page.getByRole('button', { name: 'turn' }));

  it('is shown as it is told, each figure for itself, without a request', async () => {
    await waitFor(() => expect(said()).toEqual(['Member offline', 'Member offline']));
    const before = screen.world.asked.length;
    const score = [[4, 4, SEEN_AT]] as const;
    line.tell({
      id: 9,
      online: 2,
      money: [
        [7, 0, 0],
        [7, 6, SEEN_AT],
      ],
      score,
    });
    await waitFor(() => expect(said()[0]).toMatch(/^Member online \(2 devices\) · entry 7 delivered to 2 devices/));
    expect(said()[0]).toMatch(/not seen yet · entry 6 seen at .+ on 1 device$/);
    expect(said()[1]).toMatch(/^Member online \(2 devices\) · entry 4 seen at .+ on 1 device$/);
    line.tell({ id: 8, online: 5, money: [], score: [] });
    line.tell({ id: 9, online: 1, money: [[7, 7, SEEN_AT]], score });
    await waitFor(() => expect(said()[0]).toMatch(/^Member online \(1 device\) · entry 7 seen at .+ on 1 device$/));
    line.tell({ id: 9, online: 0 });
    await waitFor(() => expect(said()).toEqual(['Member offline', 'Member offline']));
    expect(screen.world.asked).toHaveLength(before);
    expect(line.asked).toEqual([[9]]);
  });

  it('is followed no longer once it is out of sight, and anew when it comes back', async () => {
    await waitFor(() => expect(said()).toHaveLength(2));
    turn();
    await waitFor(() => expect(line.asked).toEqual([[9], []]));
    line.tell({ id: 9, online: 3, money: [], score: [] });
    turn();
    await waitFor(() => expect(said()[0]).toBe('Member online (3 devices)'));
    expect(line.asked).toEqual([[9], [], [9]]);
    // Left and shown again at once: nobody has to be asked, and nothing is forgotten.
    turn();
    turn();
    expect(said()[0]).toBe('Member online (3 devices)');
  });

  it('says nothing of a member one may not see, or while the line is down', async () => {
    await waitFor(() => expect(said()).toHaveLength(2));
    line.tell({ id: 9, gone: true });
    await waitFor(() => expect(said()).toEqual([]));
    line.tell({ id: 9, online: 1, money: [], score: [] });
    await waitFor(() => expect(said()[0]).toBe('Member online (1 device)'));
    line.cut();
    await waitFor(() => expect(said()).toEqual([]));
    await waitFor(() => expect(said()[0]).toBe('Member online (1 device)'), { timeout: 8_000 });
    expect(line.asked).toEqual([[9], [9]]);
  });
});
