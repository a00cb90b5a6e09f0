/** Timing of the progress bar and of the splash screen. */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, render } from '@testing-library/react';
import { SPLASH_MS, SplashScreen } from './SplashScreen';
import { PROGRESS, TRICKLE_STEPS } from './ProgressBar';

afterEach(() => void jest.useRealTimers());

describe('the progress bar', () => {
  // @spec P2-021 P2-022 P2-023
  // @covers progress minimum, progress speedMs, progress trickle, progress trickleMs
  it('starts at 0.08, trickles 0.02 every 800 ms, ends within 200 ms, and never reaches the end by trickling', () => {
    expect(PROGRESS).toEqual({ minimum: 0.08, speedMs: 200, trickle: 0.02, trickleMs: 800 });
    expect(PROGRESS.minimum + TRICKLE_STEPS * PROGRESS.trickle).toBeLessThan(1);
  });
});

describe('the splash screen', () => {
  // @spec P2-024 P2-025 P9-010
  it('is shown for one second and not again', () => {
    jest.useFakeTimers();
    expect(SPLASH_MS).toBe(1_000);
    const { container, rerender } = render(<SplashScreen />);
    const overlay = () => container.querySelector('[data-first-load]');
    act(() => {
      jest.advanceTimersByTime(999);
    });
    expect(overlay()).not.toBeNull();
    act(() => {
      jest.advanceTimersByTime(1);
    });
    expect(overlay()).toBeNull();
    rerender(<SplashScreen />);
    act(() => {
      jest.advanceTimersByTime(5_000);
    });
    expect(overlay()).toBeNull();
  });
});
