/** Notices that arrive while the page is hidden: a count in the title, and desktop notifications for the chosen kinds. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { act, render, waitFor } from '@testing-library/react';
import { startFakeHttpServer, type FakeHttpServer } from '../../testing/fakeHttpServer';
import { createTestClient, createTestUser } from '../../testing/testClient';
import { Providers } from '../startup/Providers';
import { parseNotice, type Notice } from './parseNotice';
import { TASK_LIST_ID, useNoticeAlerts } from './useNoticeAlerts';

interface ShownNotification {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  onclick: (() => void) | null;
}
/** jsdom has no notifications: this fake records those a browser would show. */
const shownNotifications: ShownNotification[] = [];
class FakeNotification implements ShownNotification {
  static permission = 'granted';
  readonly body: string;
  readonly tag: string;
  onclick: (() => void) | null = null;
  constructor(
    readonly title: string,
    { body, tag }: { body: string; tag: string },
  ) {
    [this.body, this.tag] = [body, tag];
    shownNotifications.push(this);
  }
  close() {
    this.onclick = null;
  }
}

let testServer: FakeHttpServer | undefined;
beforeEach(() => {
  shownNotifications.length = 0;
  document.title = 'News - Atrium';
  window.focus = () => undefined;
  Object.defineProperty(window, 'Notification', { configurable: true, value: FakeNotification });
  FakeNotification.permission = 'granted';
});
afterEach(async () => {
  setVisibility('visible');
  await testServer?.close();
});
function setVisibility(state: 'visible' | 'hidden') {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: state });
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}
const notice = (id: number, kind = 'security', title = 'new_device'): Notice =>
  parseNotice({ id, kind, title, params: {}, link: '/admin/profile', told_time: 1, read_time: null });

async function open(choice: unknown) {
  testServer = await startFakeHttpServer(() => ({
    envelope: { data: { list: [{ id: 1, value: choice }], total: 1, seq: '1', epoch: 'e', refs: {}, remark: '' } },
  }));
  const client = createTestClient({ origin: testServer.origin, person: createTestUser() });
  const [opened, readIds]: [number[], number[]] = [[], []];
  let arrive: (notices: readonly Notice[]) => void = () => undefined;
  function Probe() {
    arrive = useNoticeAlerts({
      findEntityNames: () => undefined,
      openNotice: ({ id }) => void opened.push(id),
      openPanel: () => undefined,
      markRead: { byIds: (ids) => void readIds.push(...ids), all: () => undefined },
    });
    return null;
  }
  render(
    <Providers client={client}>
      <Probe />
    </Providers>,
  );
  await waitFor(() => expect(testServer?.requests.length).toBeGreaterThan(0));
  // The store has the response one event loop turn later.
  await act(() => sleep(20));
  const deliver = async (...notices: Notice[]) => {
    act(() => arrive(notices));
    await act(() => sleep(350));
  };
  return { deliver, opened, readIds, toastTexts: () => client.app.toasts.list().map(({ text }) => text) };
}
const DESKTOP = { security: { desktop: true }, account: { desktop: false } };

describe('while the page is hidden', () => {
  it('the title counts the new notices until the page is visible', async () => {
    const { deliver } = await open({});
    setVisibility('hidden');
    await deliver(notice(1), notice(2));
    expect(document.title).toBe('(2) News - Atrium');
    await deliver(notice(3));
    expect(document.title).toBe('(3) News - Atrium');
    setVisibility('visible');
    expect(document.title).toBe('News - Atrium');
    await deliver(notice(4));
    expect(document.title).toBe('News - Atrium');
    setVisibility('hidden');
    await deliver(...Array.from({ length: 120 }, (_, n) => notice(n + 10)));
    expect(document.title).toBe('(99+) News - Atrium');
  });

  it('a desktop notification is shown for each notice of a chosen kind, and a click opens it', async () => {
    const { deliver, opened, toastTexts } = await open(DESKTOP);
    setVisibility('hidden');
    await deliver(notice(1), notice(2, 'account', 'account_changed'));
    expect(shownNotifications.map(({ title, tag }) => [title, tag])).toEqual([['Security', 'notice-1']]);
    expect(toastTexts()).toHaveLength(1);
    shownNotifications[0]?.onclick?.();
    expect(opened).toEqual([1]);
  });

  it('no desktop notification is shown without permission, for a kind not chosen, or on a visible page', async () => {
    const { deliver, toastTexts } = await open(DESKTOP);
    await deliver(notice(1));
    expect([shownNotifications.length, toastTexts().length]).toEqual([0, 1]);
    setVisibility('hidden');
    FakeNotification.permission = 'denied';
    await deliver(notice(2, 'security', 'many_failures'));
    expect([shownNotifications.length, toastTexts().length]).toEqual([0, 2]);
    const other = await open({});
    FakeNotification.permission = 'granted';
    await other.deliver(notice(3));
    expect(shownNotifications).toEqual([]);
  });
});

it('the end of a task that the terminal shows is read at once, without a message', async () => {
  const { deliver, readIds, toastTexts } = await open({});
  const tasks = document.body.appendChild(document.createElement('ol'));
  tasks.id = TASK_LIST_ID;
  await deliver(notice(1, 'task_ended', 'task_done'), notice(2));
  expect([readIds, toastTexts().length]).toEqual([[1], 1]);
  setVisibility('hidden');
  await deliver(notice(3, 'task_ended', 'task_done'));
  setVisibility('visible');
  tasks.remove();
  await deliver(notice(4, 'task_ended', 'task_failed'));
  expect(readIds).toEqual([1]);
});
