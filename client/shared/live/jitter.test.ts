/** Changed rights are asked for a while later when many are told of them, and once however often they are told. */
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { createJitteredHandler } from './jitter';

const onMenu = jest.fn();
beforeEach(() => {
  jest.useFakeTimers();
  onMenu.mockClear();
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

it('asks at once when few are told', () => {
  const asked: (string | undefined)[] = [];
  const hear = createJitteredHandler({
    onPermissionsChanged: (by) => void asked.push(by?.name),
    onMenuChanged: onMenu,
  });
  hear({ why: 'rule', by: { id: 'admin:1', name: 'Ann' } });
  hear({ why: 'group' });
  expect(asked).toEqual(['Ann', undefined]);
});

it('spreads a thousand evenly over the time that was said', () => {
  const at: number[] = [];
  const start = Date.now();
  for (let one = 0; one < 1_000; one += 1)
    createJitteredHandler({ onPermissionsChanged: () => void at.push(Date.now() - start), onMenuChanged: onMenu })({
      why: 'rule',
      jitter: 5_000,
    });
  expect(at).toEqual([]);
  jest.advanceTimersByTime(5_000);
  const each = Array.from({ length: 50 }, (_, slot) => at.filter((ms) => Math.floor(ms / 100) === slot).length);
  expect(at).toHaveLength(1_000);
  expect(Math.max(...each)).toBeLessThanOrEqual(50);
});

it('asks once for all it was told while it waited, as soon as the most urgent wants it', () => {
  const [asked, random] = [jest.fn(), jest.spyOn(Math, 'random').mockReturnValue(0.5)];
  const hear = createJitteredHandler({ onPermissionsChanged: asked, onMenuChanged: onMenu });
  hear({ why: 'rule', jitter: 4_000 });
  hear({ why: 'rule', jitter: 6_000 });
  jest.advanceTimersByTime(1_000);
  random.mockReturnValue(0.1);
  hear({ why: 'group', jitter: 4_000 });
  jest.advanceTimersByTime(399);
  expect(asked).not.toHaveBeenCalled();
  jest.advanceTimersByTime(10_000);
  expect(asked).toHaveBeenCalledTimes(1);
  hear({ why: 'rule', jitter: 4_000 });
  // One's own rights, of which nobody else was told, wait for no crowd.
  hear({ why: 'group' });
  expect(asked).toHaveBeenCalledTimes(2);
  jest.advanceTimersByTime(10_000);
  expect(asked).toHaveBeenCalledTimes(2);
});

it('asks for the menu alone as long as nothing else was told', () => {
  const onAuthz = jest.fn();
  jest.spyOn(Math, 'random').mockReturnValue(0.5);
  const hear = createJitteredHandler({ onPermissionsChanged: onAuthz, onMenuChanged: onMenu });
  hear({ why: 'menu' });
  hear({ why: 'menu', jitter: 1_000 });
  hear({ why: 'menu', jitter: 4_000 });
  jest.advanceTimersByTime(4_000);
  expect([onMenu.mock.calls.length, onAuthz.mock.calls.length]).toEqual([2, 0]);
  hear({ why: 'menu', jitter: 1_000 });
  hear({ why: 'rule', jitter: 4_000 });
  jest.advanceTimersByTime(4_000);
  hear({ why: 'rule', jitter: 4_000 });
  hear({ why: 'menu' });
  jest.advanceTimersByTime(4_000);
  expect([onMenu.mock.calls.length, onAuthz.mock.calls.length]).toEqual([2, 2]);
});
