/** Setup of every client test: DOM matchers, a clean document, and replacements for what jsdom lacks. */
import '@testing-library/jest-dom/jest-globals';
import { afterEach } from '@jest/globals';
import { cleanup, configure } from '@testing-library/react';
import * as React from 'react';

// A busy machine may take seconds for what takes milliseconds.
configure({ asyncUtilTimeout: 10_000 });

afterEach(() => {
  cleanup();
  // jsdom would match the styles of earlier screens against every element of later ones.
  for (const style of document.head.querySelectorAll('style')) style.remove();
});

class ResizeObserverStub implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

// jsdom has neither; tests may replace both. MUI still calls the deprecated listener methods.
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

// jsdom has no layout and no scrolling.
Element.prototype.scrollIntoView = () => undefined;

// React's development build captures a stack for every element, which takes an eighth of a test's time.
const reactInternals = (React as unknown as Readonly<Record<string, object | undefined>>)[
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
];
if (reactInternals)
  Object.defineProperty(reactInternals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => undefined });
