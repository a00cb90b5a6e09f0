/** What arrives while one looks elsewhere: a number before the title, the device only by choice and only while hidden. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, render, waitFor } from '@testing-library/react';
import { startHttpWorld, type HttpWorld } from '../../testing/httpWorld';
import { createTestClient, somebody } from '../../testing/testClient';
import { Providers } from '../Providers';
import { noticeOf, type Notice } from './notice';
import { useArrivals } from './useArrivals';

interface Desk {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  onclick: (() => void) | null;
}
/** jsdom has no notifications: this one notes what a browser would show. */
const desks: Desk[] = [];
class NotedNotification implements Desk {
  static permission = 'granted';
  readonly body: string;
  readonly tag: string;
  onclick: (() => void) | null = null;
  constructor(
    readonly title: string,
    { body, tag }: { body: string; tag: string },
  ) {
    [this.body, this.tag] = [body, tag];
    desks.push(this);
  }
  close() {
    this.onclick = null;
  }
}

let world: HttpWorld | undefined;
beforeEach(() => {
  desks.length = 0;
  document.title = 'News - Atrium';
  window.focus = () => undefined;
  Object.defineProperty(window, 'Notification', { configurable: true, value: NotedNotification });
  NotedNotification.permission = 'granted';
});
afterEach(async () => {
  look('visible');
  await world?.close();
});
function look(state: 'visible' | 'hidden') {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: state });
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}
const notice = (id: number, kind = 'security', title = 'new_device'): Notice =>
  noticeOf({ id, kind, title, params: {}, link: '/admin/profile', told_time: 1, read_time: null });

async function open(choice: unknown) {
  world = await startHttpWorld(() => ({
    envelope: { data: { list: [{ id: 1, value: choice }], total: 1, seq: '1', epoch: 'e', refs: {}, remark: '' } },
  }));
  const client = createTestClient({ origin: world.origin, person: somebody() });
  const followed: number[] = [];
  let arrive: (notices: readonly Notice[]) => void = () => undefined;
  function Probe() {
    arrive = useArrivals({
      nounsOf: () => undefined,
      follow: ({ id }) => void followed.push(id),
      openPanel: () => undefined,
    });
    return null;
  }
  render(
    <Providers client={client}>
      <Probe />
    </Providers>,
  );
  await waitFor(() => expect(world?.asked.length).toBeGreaterThan(0));
  // The answer is in the store one turn later.
  await act(() => new Promise((done) => setTimeout(done, 20)));
  const tell = async (...notices: Notice[]) => {
    act(() => arrive(notices));
    await act(() => new Promise((done) => setTimeout(done, 350)));
  };
  return { tell, followed, said: () => client.app.toasts.list().map(({ text }) => text) };
}
const DESKTOP = { security: { desktop: true }, account: { desktop: false } };

describe('while one looks elsewhere', () => {
  it('the title counts what arrived, and looking takes the number away', async () => {
    const { tell } = await open({});
    look('hidden');
    await tell(notice(1), notice(2));
    expect(document.title).toBe('(2) News - Atrium');
    await tell(notice(3));
    expect(document.title).toBe('(3) News - Atrium');
    look('visible');
    expect(document.title).toBe('News - Atrium');
    await tell(notice(4));
    expect(document.title).toBe('News - Atrium');
    look('hidden');
    await tell(...Array.from({ length: 120 }, (_, n) => notice(n + 10)));
    expect(document.title).toBe('(99+) News - Atrium');
  });

  it('the device tells of the kinds chosen, one each, and a click leads there', async () => {
    const { tell, followed, said } = await open(DESKTOP);
    look('hidden');
    await tell(notice(1), notice(2, 'account', 'account_changed'));
    expect(desks.map(({ title, tag }) => [title, tag])).toEqual([['Security', 'notice-1']]);
    expect(said()).toHaveLength(1);
    desks[0]?.onclick?.();
    expect(followed).toEqual([1]);
  });

  it('the device is silent without permission, without choice, and while one looks', async () => {
    const { tell, said } = await open(DESKTOP);
    await tell(notice(1));
    expect([desks.length, said().length]).toEqual([0, 1]);
    look('hidden');
    NotedNotification.permission = 'denied';
    await tell(notice(2, 'security', 'many_failures'));
    expect([desks.length, said().length]).toEqual([0, 2]);
    const other = await open({});
    NotedNotification.permission = 'granted';
    await other.tell(notice(3));
    expect(desks).toEqual([]);
  });
});
