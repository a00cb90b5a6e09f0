/** Typed text stays in its tab while another screen is shown, also when the address is ahead of the screens. */
import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { UNSAFE_LocationContext as LocationContext, NavigationType, useLocation, type Location } from 'react-router';
import { KeepAliveScreens } from '../../shared/controls/KeepAliveScreens';
import { openScreen, thing, thingRow, createListResponse, wholeRow, type Screen } from '../../testing/screenHarness';
import { title } from '../../testing/formHarness';
import { rewrite, write } from '../../testing/typeText';
import { createDraftCache, draftKey, type DraftCache } from './draftCache';
import { EntityPage } from '../EntityPage';
import { DraftCacheProvider } from './DraftCacheProvider';

let rendered: Screen | undefined;
afterEach(async () => {
  cleanup();
  await rendered?.close();
  window.history.replaceState(null, '', '/');
});

/** A screen that stays mounted keeps its own address while another one is shown. */
function Frozen({ location, children }: { readonly location: Location; readonly children: ReactNode }) {
  return <LocationContext value={{ location, navigationType: NavigationType.Push }}>{children}</LocationContext>;
}
interface ScreensProps {
  readonly draftCache: DraftCache;
  /** The list stays mounted. */
  readonly cached: boolean;
}
function Screens({ draftCache, cached }: ScreensProps) {
  const location = useLocation();
  const { pathname } = location;
  const [, noun, record] = pathname.slice(1).split('/');
  return (
    <DraftCacheProvider draftCache={draftCache}>
      <KeepAliveScreens path={pathname} isCached={(path) => cached && path === '/admin/thing'}>
        <Frozen location={location}>
          {noun === 'thing' ? <EntityPage key={pathname} entity={thing} record={record} /> : <p>Another screen</p>}
        </Frozen>
      </KeepAliveScreens>
    </DraftCacheProvider>
  );
}
const user = userEvent.setup();
async function open(at: string, cached = false) {
  const draftCache = createDraftCache();
  const harness = await openScreen(<Screens draftCache={draftCache} cached={cached} />, {
    at,
    respond: ({ path }) => {
      if (path === '/admin/thing/edit')
        return { envelope: { data: { row: wholeRow(1), refs: {}, seq: '10', epoch: 'e1' } } };
      return /index|select/.test(path) ? { envelope: { data: createListResponse([thingRow(1)]) } } : undefined;
    },
  });
  rendered = harness;
  await screen.findByLabelText(/^Title/);
  await write(title(), ', mine');
  const key = draftKey(new URL(at, 'http://any').pathname, 'thing', 1);
  return {
    ...harness,
    draftCache,
    kept: () => draftCache.get(key)?.mine,
    said: () => harness.client.app.toasts.list(),
  };
}

describe('useCachedDraft', () => {
  // @spec P2-026
  it('the cache keeps the draft while another screen is shown, although the address is that of the form again', async () => {
    const { go, kept, said } = await open('/admin/thing/1');
    // As after a quick step back: the address is ahead of the shown screen.
    window.history.replaceState(null, '', '/admin/thing/1');
    await go('/admin/other');
    await screen.findByText('Another screen');
    expect([kept(), said()]).toEqual([{ title: 'Thing 1, mine' }, []]);
    await go('/admin/thing/1');
    await waitFor(() => expect(title().value).toBe('Thing 1, mine'));
  });

  it('the draft is released by a form that closes, although the address is that of another screen already', async () => {
    const { go, kept, said } = await open('/admin/thing?record=1');
    expect(kept()).toEqual({ title: 'Thing 1, mine' });
    window.history.replaceState(null, '', '/admin/other');
    await go('/admin/thing');
    await waitFor(() => expect(said().map(({ severity }) => severity)).toEqual(['info']));
    expect(kept()).toBeUndefined();
  });

  it('goes along when its form is opened as a page', async () => {
    const { kept, said, draftCache } = await open('/admin/thing?record=1');
    await user.click(screen.getByRole('button', { name: 'Open full page' }));
    await waitFor(() => expect(screen.queryByRole('grid')).toBeNull());
    await waitFor(() => expect(title().value).toBe('Thing 1, mine'));
    expect(screen.getByText('1 unsaved field')).toBeInTheDocument();
    await write(title(), ' still');
    expect([kept(), said()]).toEqual([undefined, []]);
    expect(draftCache.get(draftKey('/admin/thing/1', 'thing', 1))?.mine).toEqual({ title: 'Thing 1, mine still' });
  });

  it('also keeps one draft on a screen that stays mounted: the form beside the list begins without the draft of the page', async () => {
    const { go, kept, draftCache } = await open('/admin/thing?record=1', true);
    await user.click(screen.getByRole('button', { name: 'Open full page' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Open full page' })).toBeNull());
    await screen.findByLabelText(/^Title/);
    await go('/admin/thing?record=1');
    await waitFor(() => expect(title().value).toBe('Thing 1'));
    expect(kept()).toBeUndefined();
    expect(draftCache.get(draftKey('/admin/thing/1', 'thing', 1))?.mine).toEqual({ title: 'Thing 1, mine' });
    expect(screen.getByText(/also open elsewhere .* unsaved text in: Title\./)).toBeInTheDocument();
  });

  it('the draft stays where it is when the page holds another text already', async () => {
    const { kept, draftCache, go } = await open('/admin/thing/1');
    await go('/admin/thing?record=1');
    await waitFor(() => expect(title().value).toBe('Thing 1'));
    await write(title(), ', beside the list');
    await user.click(screen.getByRole('button', { name: 'Open full page' }));
    await waitFor(() => expect(title().value).toBe('Thing 1, mine'));
    expect(kept()).toEqual({ title: 'Thing 1, mine' });
    expect(draftCache.get(draftKey('/admin/thing', 'thing', 1))?.mine).toEqual({ title: 'Thing 1, beside the list' });
  });

  it('no message appears when the whole console unmounts', async () => {
    const { said } = await open('/admin/thing/1');
    cleanup();
    expect(said()).toEqual([]);
  });
});

describe('two drafts of one record', () => {
  /** Typed on the page and, while that waits in its tab, beside the list. */
  async function typeTwice() {
    const harness = await open('/admin/thing/1');
    await harness.go('/admin/thing?record=1');
    await screen.findByLabelText(/^Title/);
    await write(title(), ', beside');
    await write(screen.getByLabelText(/^Note/), 'A note');
    return { ...harness, panel: () => harness.draftCache.get(draftKey('/admin/thing', 'thing', 1))?.mine };
  }

  it('two drafts are both shown, and change places when the person wants it', async () => {
    const { go, kept, panel } = await typeTwice();
    expect(screen.getByText(/also open elsewhere .* unsaved text in: Title\./)).toBeInTheDocument();
    await go('/admin/thing/1');
    await screen.findByText(/unsaved text in: Title, Note\. Moving it here swaps it with your text in Title/);
    await user.click(screen.getByRole('button', { name: 'Move it here' }));
    expect(title().value).toBe('Thing 1, beside');
    expect([kept(), panel()]).toEqual([{ title: 'Thing 1, beside', note: 'A note' }, { title: 'Thing 1, mine' }]);
    expect(screen.queryByRole('button', { name: 'Move it here' })).toBeNull();
    await go('/admin/thing?record=1');
    await waitFor(() => expect(title().value).toBe('Thing 1, mine'));
  });

  it('moving a draft onto an empty form leaves one draft; leaving it there keeps both', async () => {
    const { go, kept, panel } = await typeTwice();
    await user.click(screen.getByRole('button', { name: 'Leave it there' }));
    expect(screen.queryByRole('button', { name: 'Move it here' })).toBeNull();
    expect([kept(), panel()]).toEqual([{ title: 'Thing 1, mine' }, { title: 'Thing 1, beside', note: 'A note' }]);
    await go('/admin/thing/1');
    await waitFor(() => expect(title().value).toBe('Thing 1, mine'));
    await rewrite(title(), 'Thing 1');
    await user.click(screen.getByRole('button', { name: 'Move it here' }));
    expect([kept(), panel()]).toEqual([{ title: 'Thing 1, beside', note: 'A note' }, undefined]);
  });
});
