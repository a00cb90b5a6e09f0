/** Cards are arranged by holding them, by mouse or touch. */
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { createTestClient } from '../../../../testing/testClient';
import { ArrangeCell } from './ArrangeCell';
import type { Grab } from './useCardDrag';
import { useHoldToArrange } from './useHoldToArrange';

const grabs: Grab[] = [];
const moved: [string, string][] = [];
beforeEach(() => {
  jest.useFakeTimers();
  grabs.length = 0;
  moved.length = 0;
  document.elementsFromPoint = (x) => [...document.querySelectorAll(`[data-card="${x > 100 ? 'b' : 'a'}"]`)];
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

/** jsdom's pointer events have no coordinates. */
function firePointer(target: Element | Window, type: string, clientX: number, clientY: number) {
  const event = new MouseEvent(type, { bubbles: true, cancelable: true, clientX, clientY, button: 0 });
  return fireEvent(target, Object.defineProperty(event, 'isPrimary', { value: true }));
}

function TestGrid({ grab }: { readonly grab?: Grab }) {
  const handlers = useHoldToArrange((one) => grabs.push(one));
  const actions = {
    move: (id: string, target: string) => void moved.push([id, target]),
    step: () => undefined,
    resize: () => undefined,
    remove: () => undefined,
  };
  return (
    <I18nextProvider i18n={createTestClient().app.i18n}>
      <div {...handlers}>
        {['a', 'b'].map((id) => (
          <div key={id} data-card={id}>
            {grab === undefined ? (
              <a href={`#${id}`}>{id}</a>
            ) : (
              <ArrangeCell id={id} title={id} actions={actions} grab={grab}>
                {id}
              </ArrangeCell>
            )}
          </div>
        ))}
      </div>
    </I18nextProvider>
  );
}

it('useHoldToArrange: a held card starts the arrange mode, and its link is not followed', () => {
  render(<TestGrid />);
  const link = screen.getByRole('link', { name: 'a' });
  firePointer(link, 'pointerdown', 10, 20);
  act(() => jest.advanceTimersByTime(600));
  expect(grabs).toEqual([{ id: 'a', x: 10, y: 20 }]);
  firePointer(link, 'pointerup', 0, 0);
  expect(fireEvent.click(link)).toBe(false);
  expect(fireEvent.click(link)).toBe(true);
});

it.each([
  ['a short press', () => undefined, 200],
  ['a scrolling touch', (link: HTMLElement) => firePointer(link, 'pointermove', 10, 60), 900],
])('useHoldToArrange: %s is none', (_what, move, ms) => {
  render(<TestGrid />);
  const link = screen.getByRole('link', { name: 'a' });
  firePointer(link, 'pointerdown', 10, 20);
  move(link);
  act(() => jest.advanceTimersByTime(ms));
  firePointer(link, 'pointerup', 0, 0);
  act(() => jest.advanceTimersByTime(900));
  expect(grabs).toEqual([]);
  expect(fireEvent.click(link)).toBe(true);
});

it('ArrangeCell: a held card takes the place of the card below the pointer, once, until it is released', () => {
  render(<TestGrid grab={{ id: 'a', x: 10, y: 20 }} />);
  firePointer(window, 'pointermove', 150, 20);
  firePointer(window, 'pointermove', 160, 20);
  expect(moved).toEqual([['a', 'b']]);
  expect(document.querySelectorAll('[data-held=true]')).toHaveLength(1);
  firePointer(window, 'pointerup', 0, 0);
  expect(document.querySelectorAll('[data-held=true]')).toHaveLength(0);
  firePointer(window, 'pointermove', 20, 20);
  firePointer(window, 'pointermove', 150, 20);
  expect(moved).toHaveLength(1);
});

it('ArrangeCell: its buttons do not take hold of it', () => {
  render(<TestGrid grab={{ id: 'none', x: 0, y: 0 }} />);
  const [button] = screen.getAllByRole('button');
  if (button) firePointer(button, 'pointerdown', 10, 20);
  firePointer(window, 'pointermove', 150, 20);
  expect(moved).toEqual([]);
});
