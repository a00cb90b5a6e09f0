/** People who have a row open, as a sentence that also fits the same user. */
import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import type { PresentTab } from '../../../common/protocol/liveEvents';
import { presenceReceived } from '../../shared/presence/presenceSlice';
import { settingsChanged } from '../../shared/store/settings';
import { openScreen, thing, type Screen } from '../../testing/screenHarness';
import { RowPresence } from './RowPresence';

let rendered: Screen | undefined;
afterEach(async () => {
  cleanup();
  await rendered?.close();
});
const tab = (s: string, f: string | null = null): PresentTab => ({ s, id: 1, f, since: 1 });

it('RowPresence: names the same user “you” in both languages', async () => {
  rendered = await openScreen(<RowPresence entity={thing} id={1} title="Spring" />, { respond: () => undefined });
  const { store } = rendered.client;
  const receivePeople = (mine: PresentTab) =>
    act(
      () =>
        void store.dispatch(
          presenceReceived({
            e: 'thing',
            you: 'here',
            all: [
              { p: 'admin:7', name: 'Lin', tabs: [tab('here'), mine] },
              { p: 'admin:8', name: 'Ben', tabs: [tab('b')] },
            ],
          }),
        ),
    );
  receivePeople(tab('there'));
  expect(screen.getByText('Ben has “Spring” open; You have “Spring” open in another tab')).toBeInTheDocument();
  receivePeople(tab('there', 'title'));
  expect(screen.getByText(/; You are editing “Spring” in another tab$/)).toBeInTheDocument();
  act(() => void store.dispatch(settingsChanged({ lang: 'zh-cn' })));
  expect(await screen.findByText(/您正在另一标签页编辑“Spring”$/)).toBeInTheDocument();
});
