/** Permission changes that affect many clients are fetched after a random delay, and once for several events. */
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { createPermissionRefetch } from './permissionRefetch';

const onMenu = jest.fn();
beforeEach(() => {
  jest.useFakeTimers();
  onMenu.mockClear();
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

it('fetches at once when the event has no jitter', () => {
  const asked: (string | undefined)[] = [];
  const handle = createPermissionRefetch({
    onPermissionsChanged: (by) => void asked.push(by?.name),
    onMenuChanged: onMenu,
  });
  handle({ why: 'rule', by: { id: 'admin:1', name: 'Ann' } });
  handle({ why: 'group' });
  expect(asked).toEqual(['Ann', undefined]);
});

it('spreads a thousand clients evenly over the jitter of the event', () => {
  const at: number[] = [];
  const start = Date.now();
  for (let attempt = 0; attempt < 1_000; attempt += 1)
    createPermissionRefetch({ onPermissionsChanged: () => void at.push(Date.now() - start), onMenuChanged: onMenu })({
      why: 'rule',
      jitter: 5_000,
    });
  expect(at).toEqual([]);
  jest.advanceTimersByTime(5_000);
  const each = Array.from({ length: 50 }, (_, slot) => at.filter((ms) => Math.floor(ms / 100) === slot).length);
  expect(at).toHaveLength(1_000);
  expect(Math.max(...each)).toBeLessThanOrEqual(50);
});

it('fetches once for all waiting events, at the earliest of their times', () => {
  const [asked, random] = [jest.fn(), jest.spyOn(Math, 'random').mockReturnValue(0.5)];
  const handle = createPermissionRefetch({ onPermissionsChanged: asked, onMenuChanged: onMenu });
  handle({ why: 'rule', jitter: 4_000 });
  handle({ why: 'rule', jitter: 6_000 });
  jest.advanceTimersByTime(1_000);
  random.mockReturnValue(0.1);
  handle({ why: 'group', jitter: 4_000 });
  jest.advanceTimersByTime(399);
  expect(asked).not.toHaveBeenCalled();
  jest.advanceTimersByTime(10_000);
  expect(asked).toHaveBeenCalledTimes(1);
  handle({ why: 'rule', jitter: 4_000 });
  // An event for this user alone has no jitter and fetches immediately.
  handle({ why: 'group' });
  expect(asked).toHaveBeenCalledTimes(2);
  jest.advanceTimersByTime(10_000);
  expect(asked).toHaveBeenCalledTimes(2);
});

it('fetches only the menu as long as there are only menu events', () => {
  const onAuthz = jest.fn();
  jest.spyOn(Math, 'random').mockReturnValue(0.5);
  const handle = createPermissionRefetch({ onPermissionsChanged: onAuthz, onMenuChanged: onMenu });
  handle({ why: 'menu' });
  handle({ why: 'menu', jitter: 1_000 });
  handle({ why: 'menu', jitter: 4_000 });
  jest.advanceTimersByTime(4_000);
  expect([onMenu.mock.calls.length, onAuthz.mock.calls.length]).toEqual([2, 0]);
  handle({ why: 'menu', jitter: 1_000 });
  handle({ why: 'rule', jitter: 4_000 });
  jest.advanceTimersByTime(4_000);
  handle({ why: 'rule', jitter: 4_000 });
  handle({ why: 'menu' });
  jest.advanceTimersByTime(4_000);
  expect([onMenu.mock.calls.length, onAuthz.mock.calls.length]).toEqual([2, 2]);
});
