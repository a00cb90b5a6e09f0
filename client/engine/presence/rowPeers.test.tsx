/** Who has a row open, in a sentence that is right for oneself as well. */
import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import type { TabHere } from '../../../common/protocol/live';
import { presenceTold } from '../../shared/presence/slice';
import { settingsChanged } from '../../shared/settings';
import { openScreen, thing, type Screen } from '../../testing/screen';
import { RowPeers } from './RowPeers';

let opened: Screen | undefined;
afterEach(async () => {
  cleanup();
  await opened?.close();
});
const tab = (s: string, f: string | null = null): TabHere => ({ s, id: 1, f, since: 1 });

it('calls oneself “you” in both languages', async () => {
  opened = await openScreen(<RowPeers entity={thing} id={1} title="Spring" />, { answer: () => undefined });
  const { store } = opened.client;
  const told = (mine: TabHere) =>
    act(
      () =>
        void store.dispatch(
          presenceTold({
            e: 'thing',
            you: 'here',
            all: [
              { p: 'admin:7', name: 'Lin', tabs: [tab('here'), mine] },
              { p: 'admin:8', name: 'Ben', tabs: [tab('b')] },
            ],
          }),
        ),
    );
  told(tab('there'));
  expect(screen.getByText('Ben has “Spring” open; You have “Spring” open in another tab')).toBeInTheDocument();
  told(tab('there', 'title'));
  expect(screen.getByText(/; You are editing “Spring” in another tab$/)).toBeInTheDocument();
  act(() => void store.dispatch(settingsChanged({ lang: 'zh-cn' })));
  expect(await screen.findByText(/您正在另一标签页编辑“Spring”$/)).toBeInTheDocument();
});
