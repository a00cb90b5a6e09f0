/** What was typed stays in its tab while another screen is shown, also when the address is ahead of the screens. */
import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { UNSAFE_LocationContext as LocationContext, NavigationType, useLocation, type Location } from 'react-router';
import { CachedScreens } from '../shared/controls/CachedScreens';
import { openScreen, thing, thingRow, listOf, wholeRow, type Screen } from '../testing/screen';
import { title } from '../testing/thingForm';
import { rewrite, write } from '../testing/write';
import { createDraftShelf, draftKey, type DraftShelf } from './draftShelf';
import { EntityPage } from './EntityPage';
import { KeptDrafts } from './KeptDrafts';

let opened: Screen | undefined;
afterEach(async () => {
  cleanup();
  await opened?.close();
  window.history.replaceState(null, '', '/');
});

/** A screen that stays mounted keeps its own address while another one is shown. */
function Frozen({ location, children }: { readonly location: Location; readonly children: ReactNode }) {
  return <LocationContext value={{ location, navigationType: NavigationType.Push }}>{children}</LocationContext>;
}
interface ScreensProps {
  readonly shelf: DraftShelf;
  /** The list stays mounted. */
  readonly cached: boolean;
}
function Screens({ shelf, cached }: ScreensProps) {
  const location = useLocation();
  const { pathname } = location;
  const [, noun, record] = pathname.slice(1).split('/');
  return (
    <KeptDrafts shelf={shelf}>
      <CachedScreens path={pathname} isCached={(path) => cached && path === '/admin/thing'}>
        <Frozen location={location}>
          {noun === 'thing' ? <EntityPage key={pathname} entity={thing} record={record} /> : <p>Another screen</p>}
        </Frozen>
      </CachedScreens>
    </KeptDrafts>
  );
}
const user = userEvent.setup();
async function open(at: string, cached = false) {
  const shelf = createDraftShelf();
  const world = await openScreen(<Screens shelf={shelf} cached={cached} />, {
    at,
    answer: ({ path }) => {
      if (path === '/admin/thing/edit')
        return { envelope: { data: { row: wholeRow(1), refs: {}, seq: '10', epoch: 'e1' } } };
      return /index|select/.test(path) ? { envelope: { data: listOf([thingRow(1)]) } } : undefined;
    },
  });
  opened = world;
  await screen.findByLabelText(/^Title/);
  await write(title(), ', mine');
  const key = draftKey(new URL(at, 'http://any').pathname, 'thing', 1);
  return { ...world, shelf, kept: () => shelf.recall(key)?.mine, said: () => world.client.app.toasts.list() };
}

describe('a draft of a tab', () => {
  it('waits while another screen is shown, although the address is that of the form again already', async () => {
    const { go, kept, said } = await open('/admin/thing/1');
    // As after a step back that was quicker than the screen: the window is ahead of what is shown.
    window.history.replaceState(null, '', '/admin/thing/1');
    await go('/admin/other');
    await screen.findByText('Another screen');
    expect([kept(), said()]).toEqual([{ title: 'Thing 1, mine' }, []]);
    await go('/admin/thing/1');
    await waitFor(() => expect(title().value).toBe('Thing 1, mine'));
  });

  it('is given up by a form that is closed, although the address is that of another screen already', async () => {
    const { go, kept, said } = await open('/admin/thing?record=1');
    expect(kept()).toEqual({ title: 'Thing 1, mine' });
    window.history.replaceState(null, '', '/admin/other');
    await go('/admin/thing');
    await waitFor(() => expect(said().map(({ tone }) => tone)).toEqual(['info']));
    expect(kept()).toBeUndefined();
  });

  it('goes along when its form is opened as a page', async () => {
    const { kept, said, shelf } = await open('/admin/thing?record=1');
    await user.click(screen.getByRole('button', { name: 'Open as a page' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Things' })).toBeNull());
    await waitFor(() => expect(title().value).toBe('Thing 1, mine'));
    expect(screen.getByText('1 unsaved field')).toBeInTheDocument();
    await write(title(), ' still');
    expect([kept(), said()]).toEqual([undefined, []]);
    expect(shelf.recall(draftKey('/admin/thing/1', 'thing', 1))?.mine).toEqual({ title: 'Thing 1, mine still' });
  });

  it('is one draft on a screen that stays mounted, too: the form beside the list begins without what the page holds', async () => {
    const { go, kept, shelf } = await open('/admin/thing?record=1', true);
    await user.click(screen.getByRole('button', { name: 'Open as a page' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Open as a page' })).toBeNull());
    await screen.findByLabelText(/^Title/);
    await go('/admin/thing?record=1');
    await waitFor(() => expect(title().value).toBe('Thing 1'));
    expect(kept()).toBeUndefined();
    expect(shelf.recall(draftKey('/admin/thing/1', 'thing', 1))?.mine).toEqual({ title: 'Thing 1, mine' });
    expect(screen.getByText(/also open on another screen .* unsaved text in: Title\./)).toBeInTheDocument();
  });

  it('stays where it is when the page holds another text already', async () => {
    const { kept, shelf, go } = await open('/admin/thing/1');
    await go('/admin/thing?record=1');
    await waitFor(() => expect(title().value).toBe('Thing 1'));
    await write(title(), ', beside the list');
    await user.click(screen.getByRole('button', { name: 'Open as a page' }));
    await waitFor(() => expect(title().value).toBe('Thing 1, mine'));
    expect(kept()).toEqual({ title: 'Thing 1, mine' });
    expect(shelf.recall(draftKey('/admin/thing', 'thing', 1))?.mine).toEqual({ title: 'Thing 1, beside the list' });
  });

  it('says nothing when its whole console goes', async () => {
    const { said } = await open('/admin/thing/1');
    cleanup();
    expect(said()).toEqual([]);
  });
});

describe('two drafts of one record', () => {
  /** Typed on the page and, while that waits in its tab, beside the list. */
  async function typeTwice() {
    const world = await open('/admin/thing/1');
    await world.go('/admin/thing?record=1');
    await screen.findByLabelText(/^Title/);
    await write(title(), ', beside');
    await write(screen.getByLabelText(/^Note/), 'A note');
    return { ...world, panel: () => world.shelf.recall(draftKey('/admin/thing', 'thing', 1))?.mine };
  }

  it('are both told of, and change places when the person wants it', async () => {
    const { go, kept, panel } = await typeTwice();
    expect(screen.getByText(/also open on another screen .* unsaved text in: Title\./)).toBeInTheDocument();
    await go('/admin/thing/1');
    await screen.findByText(/unsaved text in: Title, Note\. If you bring it here, Title changes places/);
    await user.click(screen.getByRole('button', { name: 'Bring it here' }));
    expect(title().value).toBe('Thing 1, beside');
    expect([kept(), panel()]).toEqual([{ title: 'Thing 1, beside', note: 'A note' }, { title: 'Thing 1, mine' }]);
    expect(screen.queryByRole('button', { name: 'Bring it here' })).toBeNull();
    await go('/admin/thing?record=1');
    await waitFor(() => expect(title().value).toBe('Thing 1, mine'));
  });

  it('are one again when nothing stood in the other’s place, and stay two when left', async () => {
    const { go, kept, panel } = await typeTwice();
    await user.click(screen.getByRole('button', { name: 'Leave it there' }));
    expect(screen.queryByRole('button', { name: 'Bring it here' })).toBeNull();
    expect([kept(), panel()]).toEqual([{ title: 'Thing 1, mine' }, { title: 'Thing 1, beside', note: 'A note' }]);
    await go('/admin/thing/1');
    await waitFor(() => expect(title().value).toBe('Thing 1, mine'));
    await rewrite(title(), 'Thing 1');
    await user.click(screen.getByRole('button', { name: 'Bring it here' }));
    expect([kept(), panel()]).toEqual([{ title: 'Thing 1, beside', note: 'A note' }, undefined]);
  });
});
