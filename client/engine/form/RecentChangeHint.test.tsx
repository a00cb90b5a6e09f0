/** The hint about a recent remote change replaces the help text for a while. */
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { engine } from '../../../common/locales/en/engine';
import { createI18n } from '../../shared/i18n/i18n';
import { RecentChangeHint } from './RecentChangeHint';

beforeEach(() => {
  jest.useFakeTimers();
  createI18n('en', { en: { engine } });
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

it('RecentChangeHint: the help text is shown again after the hint', () => {
  render(<RecentChangeHint highlight={{ by: null, at: 1 }} isOwn={false} fallback="Changes only by entries" />);
  expect(screen.getByText('Updated just now')).toBeInTheDocument();
  expect(screen.queryByText('Changes only by entries')).toBeNull();
  act(() => jest.advanceTimersByTime(12_000));
  expect(screen.queryByText('Updated just now')).toBeNull();
  expect(screen.getByText('Changes only by entries')).toBeInTheDocument();
});

it('RecentChangeHint: names another author, and not the user', () => {
  const highlight = { by: { id: 'admin:2', name: 'Anna' }, at: 1 };
  const { rerender } = render(<RecentChangeHint highlight={highlight} isOwn={false} fallback={undefined} />);
  expect(screen.getByText('Updated by Anna just now')).toBeInTheDocument();
  rerender(<RecentChangeHint highlight={highlight} isOwn fallback={undefined} />);
  expect(screen.getByText('Updated just now')).toBeInTheDocument();
});
