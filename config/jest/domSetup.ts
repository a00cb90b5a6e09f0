/** What every client test starts from: readable assertions, a clean document, and the browser parts that jsdom leaves out. */
import '@testing-library/jest-dom/jest-globals';
import { afterEach } from '@jest/globals';
import { cleanup, configure } from '@testing-library/react';
import * as React from 'react';

// A machine that does something else besides may take seconds for what takes a blink; what never comes fails all the same.
configure({ asyncUtilTimeout: 10_000 });

afterEach(() => {
  cleanup();
  // Styles of earlier screens, where a test asked for them, would be weighed for every element of later ones.
  for (const style of document.head.querySelectorAll('style')) style.remove();
});

class ResizeObserverStub implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

// jsdom has neither; both are plain properties a single test may replace. MUI still asks for the old names of the listeners.
Object.assign(globalThis, {
  ResizeObserver: ResizeObserverStub,
  matchMedia: (media: string) => ({
    matches: false,
    media,
    onchange: null,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
  }),
});

// Nothing has a place in jsdom, so nothing can be scrolled into sight.
Element.prototype.scrollIntoView = () => undefined;

// In development React takes a stack of every element it makes, for messages nobody reads here: an eighth of a test's time.
const reactInternals = (React as unknown as Readonly<Record<string, object | undefined>>)[
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
];
if (reactInternals)
  Object.defineProperty(reactInternals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => undefined });
