/** Cached screens keep their place in the document: a DOM node that moves loses its scroll offsets, and an iframe reloads. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { KeepAliveScreens } from './KeepAliveScreens';

afterEach(cleanup);
const CACHED = ['/one', '/frame', '/three'];
const at = (path: string, reloads = 0, cached = CACHED) => (
  <KeepAliveScreens
    path={path}
    isCached={(path) => cached.includes(path)}
    reloads={(path) => (path === '/one' ? reloads : 0)}
  >
    {path === '/frame' ? <iframe title={path} /> : <input aria-label={path} />}
  </KeepAliveScreens>
);

it('KeepAliveScreens: moves no DOM node when a cached screen is opened again', () => {
  const { container, rerender } = render(at('/one'));
  for (const path of ['/frame', '/three', '/plain']) rerender(at(path));
  const nodes = CACHED.map((path) => container.querySelector(`[aria-label="${path}"], [title="${path}"]`));
  expect(nodes).not.toContain(null);
  const moves = new MutationObserver(() => undefined);
  moves.observe(container, { childList: true, subtree: true });
  for (const path of ['/one', '/frame', '/three', '/frame', '/one']) {
    rerender(at(path));
    expect(container.querySelector(`[aria-label="${path}"], [title="${path}"]`)).toBeVisible();
  }
  const moved = moves.takeRecords().flatMap(({ addedNodes, removedNodes }) => [...addedNodes, ...removedNodes]);
  expect(moved.filter((node) => nodes.includes(node as Element))).toEqual([]);
  expect(
    [...container.children].filter((node) =>
      CACHED.includes(node.getAttribute('aria-label') ?? node.getAttribute('title') ?? ''),
    ),
  ).toEqual(nodes);
});

it('KeepAliveScreens: renders new props of the open screen, remounts it after a reload, and removes a screen that is no longer cached', () => {
  const { rerender } = render(at('/one'));
  const first = screen.getByLabelText('/one');
  rerender(at('/one', 1));
  const second = screen.getByLabelText('/one');
  expect(second).not.toBe(first);
  rerender(at('/three', 1));
  expect(second).toBeInTheDocument();
  expect(second).not.toBeVisible();
  rerender(at('/three', 1, ['/three']));
  expect(second).not.toBeInTheDocument();
});

it('KeepAliveScreens: keeps the state of the open screen when it is no longer cached, until another screen is opened', () => {
  const { rerender } = render(at('/one'));
  const open = screen.getByLabelText('/one');
  rerender(at('/one', 0, []));
  expect(screen.getByLabelText('/one')).toBe(open);
  rerender(at('/three', 0, []));
  expect(open).not.toBeInTheDocument();
});
