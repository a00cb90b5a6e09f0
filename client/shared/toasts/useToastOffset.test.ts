/** Toasts cover no buttons. */
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { renderHook } from '@testing-library/react';
import { clearOffset, useToastOffset } from './useToastOffset';

const HEIGHT = 800;
const phone = { left: 16, right: 374, top: 0, bottom: 60 };
const obstacle = (top: number, bottom = HEIGHT, left = 0, right = 390) => ({ top, bottom, left, right });

describe('clearOffset', () => {
  it.each([
    ['nothing below', [], 16],
    ['a form that fills the phone', [obstacle(740)], 76],
    ['a dialog above the footer of a form', [obstacle(740), obstacle(660, 730)], 156],
    ['a dialog further up, below which there is room', [obstacle(300, 360)], 16],
    ['a drawer beside them', [obstacle(740, HEIGHT, 380, 800)], 16],
    ['no place at all', [obstacle(40)], 16],
  ])('%s', (_what, obstacles, offset) => {
    expect(clearOffset(phone, obstacles, HEIGHT)).toBe(offset);
  });
});

describe('useToastOffset', () => {
  afterEach(() => {
    jest.restoreAllMocks();
    document.body.replaceChildren();
  });
  it('moves the toasts above buttons that appear below them, and back once these are removed', () => {
    jest.useFakeTimers();
    jest.replaceProperty(window, 'innerHeight', HEIGHT);
    const rects = (el: Element) => (el.matches('[data-action-bar], .MuiDialogActions-root') ? obstacle(740) : phone);
    jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function of(this: Element) {
      const rect = rects(this);
      return { ...rect, height: rect.bottom - rect.top } as DOMRect;
    });
    const stack = document.createElement('output');
    document.body.append(stack);
    renderHook(() => useToastOffset({ current: stack }, true));
    expect(stack.style.bottom).toBe('16px');
    for (const html of ['<div data-action-bar></div>', '<div class="MuiDialogActions-root"></div>']) {
      stack.insertAdjacentHTML('beforebegin', html);
      jest.advanceTimersByTime(300);
      expect(stack.style.bottom).toBe('76px');
      document.body.firstElementChild?.setAttribute('aria-hidden', 'true');
      jest.advanceTimersByTime(300);
      expect(stack.style.bottom).toBe('76px');
      document.body.firstElementChild?.setAttribute('inert', '');
      jest.advanceTimersByTime(300);
      expect(stack.style.bottom).toBe('16px');
      document.body.firstElementChild?.remove();
    }
    jest.useRealTimers();
  });
});
