/** Work without a connection: saves are queued and sent later, and nothing is deleted. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FakeResponse } from '../../testing/fakeHttpServer';
import { createListResponse, openScreen, thing, thingRow, wholeRow, type Screen } from '../../testing/screenHarness';
import {
  anna,
  savedResponse,
  openThing,
  conflictResponse,
  save,
  title,
  type FormDriver,
} from '../../testing/formHarness';
import { rewrite, write } from '../../testing/typeText';
import { newDraft, type Draft } from '../formState/draft';
import { createDraftCache, draftKey, DraftCacheContext } from '../formState/draftCache';
import { EntityPage } from '../EntityPage';
import { createQueueStorage, persistableDraft, restoreDraft } from './queueStorage';
import { QueuedSavesSender } from './QueuedSavesSender';

let online = true;
beforeEach(() => {
  online = false;
  jest.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
});
let rendered: FormDriver | Screen | undefined;
afterEach(async () => {
  cleanup();
  jest.restoreAllMocks();
  if (rendered) await ('fakeServer' in rendered ? rendered.close() : undefined);
});
const reconnect = () =>
  act(() => {
    online = true;
    window.dispatchEvent(new Event('online'));
  });
const clash = (row: object): FakeResponse =>
  conflictResponse({
    kind: 'fields',
    id: 1,
    revision: 2,
    merged: [],
    ...row,
    fields: [{ field: 'title', base: 'Thing 1', mine: 'Mine', theirs: 'Theirs', by: anna, at: 1_700_000_000 }],
  });

interface Sent {
  readonly _mid: string;
  readonly _base: { readonly title: string };
  readonly title: string;
}

describe('a form without a connection', () => {
  const user = userEvent.setup();
  const type = async () => {
    await rewrite(title(), 'Mine');
  };

  it('queues its save, sends exactly that after reconnecting, and keeps later edits unsaved', async () => {
    const form = await openThing(() => savedResponse(wholeRow(1, { revision: 2, title: 'Mine' })));
    rendered = form;
    await type();
    await user.click(save());
    expect(await screen.findByText(/^Queued \(1\)/)).toBeInTheDocument();
    await user.click(save());
    expect(form.saveRequests()).toHaveLength(0);
    await write(title(), ' and more');
    reconnect();
    await screen.findByText('1 unsaved field');
    expect(form.saveRequests().map(({ body }) => body)).toEqual([
      { id: 1, revision: 1, title: 'Mine', _base: { title: 'Thing 1' }, _mid: expect.any(String) },
    ]);
    expect(title().value).toBe('Mine and more');
  });

  it('sends a save that may have arrived before the next one, without a conflict with itself', async () => {
    online = true;
    let broken = true;
    const stored: Record<string, FakeResponse> = {};
    // Like the server: the same id gets the same response, and no save overwrites a revision it did not see.
    const server = ({ _mid, _base, title }: Sent): FakeResponse => {
      const base = Object.keys(stored).length === 0 ? 'Thing 1' : 'Mine';
      const row = wholeRow(1, { revision: Object.keys(stored).length + 2, title });
      const response = stored[_mid] ?? (_base.title === base ? savedResponse(row) : clash({}));
      stored[_mid] = response;
      return broken ? { isDropped: true } : response;
    };
    const form = await openThing(({ body }) => server(body as Sent));
    rendered = form;
    await type();
    await user.click(save());
    await screen.findByText(/^Queued/, {}, { timeout: 20_000 });
    online = false;
    await write(title(), ' and more');
    await user.click(save());
    await screen.findByText(/^Queued/);
    await write(title(), ', unsaved');
    broken = false;
    reconnect();
    await screen.findByText('1 unsaved field');
    expect(form.saveRequests().at(-1)?.body).toMatchObject({
      title: 'Mine and more',
      _base: { title: 'Mine' },
      revision: 2,
    });
    expect(Object.keys(stored)).toHaveLength(2);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(title().value).toBe('Mine and more, unsaved');
  }, 60_000);

  it('asks about a conflict like any other save', async () => {
    rendered = await openThing(() => clash({}));
    await type();
    await user.click(save());
    await screen.findByText(/^Queued/);
    reconnect();
    expect(await screen.findByRole('dialog', { name: 'Someone else changed this record' })).toBeInTheDocument();
    expect(title().value).toBe('Mine');
  });
});

describe('a queued save in the storage of the browser', () => {
  const save = { mid: 'm1', values: { title: 'Mine' }, body: { id: 1 } };
  const draft: Draft = {
    ...newDraft(1, wholeRow(1), 'form-1'),
    highlights: { title: { by: anna, at: 1 } },
    resolutions: { title: { side: 'mine', text: '', between: '' } },
    viewedMerge: { changes: [], cid: 'c1' },
    review: { merged: [], lacksDetails: true },
    unanswered: { ...save, mayHaveArrived: true },
    queued: { ...save, mayHaveArrived: true, next: { mid: 'm2', values: {} } },
  };

  it('has the keys of earlier releases and restores the same draft', () => {
    const stored = persistableDraft(thing, draft);
    expect(stored).toMatchObject({
      mark: 'form-1',
      flashes: draft.highlights,
      picks: draft.resolutions,
      viewed: draft.viewedMerge,
      review: { merged: [], bare: true },
      queued: { risked: true },
      unanswered: { risked: true },
    });
    expect(stored && restoreDraft(stored)).toEqual(draft);
  });
});

describe('queued saves of unmounted forms', () => {
  const key = draftKey('/admin/thing/1', 'thing', 1);
  const body = { id: 1, revision: 1, title: 'Mine', _base: { title: 'Thing 1' }, _mid: 'the-same-id' };
  const storedDraft: Draft = {
    ...newDraft(1, wholeRow(1)),
    isLoaded: true,
    revision: 1,
    mine: { title: 'Mine' },
    queued: { mid: 'the-same-id', values: { title: 'Mine' }, body },
  };
  const remembered = async () => (await createQueueStorage().entries()).map(([, save]) => save.key);
  async function open(response: FakeResponse, draft: Draft | null = storedDraft) {
    const draftCache = createDraftCache();
    if (draft) draftCache.set(key, draft);
    const harness = await openScreen(
      <DraftCacheContext value={draftCache}>
        <QueuedSavesSender />
      </DraftCacheContext>,
      { respond: ({ path }) => (path === '/admin/thing/edit' ? response : undefined) },
    );
    rendered = harness;
    const saves = () =>
      harness.fakeServer.requests.filter(({ path }) => path === '/admin/thing/edit').map((request) => request.body);
    return { draftCache, world: harness, saves };
  }

  it('queued saves are sent with their own idempotency key, with a message', async () => {
    const {
      draftCache,
      saves,
      world: harness,
    } = await open(savedResponse(wholeRow(1, { revision: 2, title: 'Mine' })));
    expect(draftCache.queuedPaths()).toEqual(['/admin/thing/1']);
    reconnect();
    await waitFor(() => expect(draftCache.paths()).toEqual([]));
    expect(saves()).toEqual([body]);
    expect(harness.client.app.toasts.list()[0]?.text).toMatch(/^Thing 1: saved/);
  });

  it('queued saves keep later edits and continue with later saves', async () => {
    const next = { mid: 'of-its-own', values: { title: 'Mine and more' } };
    const queued = { mid: 'the-same-id', values: { title: 'Mine' }, body, next };
    const typed = { ...storedDraft, mine: { title: 'Mine and more', note: 'Typed since' }, queued };
    const { draftCache, saves } = await open(savedResponse(wholeRow(1, { revision: 2, title: 'Mine' })), typed);
    reconnect();
    await waitFor(() => expect(saves()).toHaveLength(2));
    expect(saves()[1]).toEqual({
      id: 1,
      revision: 2,
      title: 'Mine and more',
      _base: { title: 'Mine' },
      _mid: 'of-its-own',
    });
    await waitFor(() => expect(draftCache.queuedPaths()).toEqual([]));
    expect(draftCache.get(key)?.mine).toMatchObject({ note: 'Typed since' });
  });

  it('survive a reload with the same idempotency key, and are deleted after the response', async () => {
    const first = await open(savedResponse({}));
    await waitFor(async () => expect(await remembered()).toEqual([key]));
    cleanup();
    await first.world.close();
    const { draftCache, saves } = await open(savedResponse(wholeRow(1, { revision: 2, title: 'Mine' })), null);
    await waitFor(() => expect(draftCache.queuedPaths()).toEqual(['/admin/thing/1']));
    expect(saves()).toEqual([]);
    reconnect();
    await waitFor(async () => expect(await remembered()).toEqual([]));
    expect(saves()).toEqual([body]);
  });

  it('queued saves are restored into a form that is already open', () => {
    const draftCache = createDraftCache();
    const release = draftCache.claim(key);
    draftCache.restore(key, storedDraft);
    expect([draftCache.restoreCount(key), draftCache.get(key)?.queued?.mid, draftCache.unclaimedSaves()]).toEqual([
      1,
      'the-same-id',
      [],
    ]);
    draftCache.set(key, { ...storedDraft, mine: { title: 'Typed since' } });
    draftCache.restore(key, storedDraft);
    expect([draftCache.restoreCount(key), draftCache.get(key)?.mine]).toEqual([1, { title: 'Typed since' }]);
    release();
  });

  it('queued saves are deleted on sign-out, and never stored with a secret', async () => {
    const { world: harness } = await open(savedResponse({}));
    await waitFor(async () => expect(await remembered()).toEqual([key]));
    await Promise.all([...harness.client.app.signOutHooks].map((farewell) => farewell()));
    expect(await remembered()).toEqual([]);
    const values = { title: 'Mine', secret: 'S3cret-pass' };
    expect(persistableDraft(thing, { ...storedDraft, queued: { mid: 'm', values, body: values } })).toBeUndefined();
    const after = { ...storedDraft.queued, mid: 'm', values: {}, body: {}, next: { mid: 'n', values } };
    expect(persistableDraft(thing, { ...storedDraft, queued: after })).toBeUndefined();
    expect(persistableDraft(thing, { ...storedDraft, mine: values })?.mine).toEqual({ title: 'Mine' });
  });

  it('queued saves stay with their form, with all typed text, after a conflict', async () => {
    const { draftCache, saves, world: harness } = await open(clash({}));
    let release = () => {};
    act(() => {
      release = draftCache.claim(key);
    });
    reconnect();
    expect(saves()).toEqual([]);
    act(() => release());
    reconnect();
    await waitFor(() => expect(draftCache.queuedPaths()).toEqual([]));
    expect(draftCache.get(key)).toMatchObject({ mine: { title: 'Mine' }, queued: null });
    expect(harness.client.app.toasts.list()[0]).toMatchObject({ severity: 'warning', action: { label: 'Open' } });
  });
});

it('deletion: is refused without a connection, with a message', async () => {
  const user = userEvent.setup();
  const harness = await openScreen(<EntityPage entity={thing} />, {
    respond: ({ path }) =>
      path === '/admin/thing/index' ? { envelope: { data: createListResponse([thingRow(1)]) } } : undefined,
  });
  rendered = harness;
  const row = await screen.findByRole('row', { name: /Thing 1/ });
  act(() => row.focus());
  await user.keyboard('{Delete}');
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(await screen.findByText(/Nothing was deleted/)).toBeInTheDocument();
  expect(harness.fakeServer.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
});
