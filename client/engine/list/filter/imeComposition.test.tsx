/** The quick search does not interrupt input method compositions. */
import { afterEach, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { createListResponse, openScreen, thing, thingRow, type Screen } from '../../../testing/screenHarness';
import { EntityPage } from '../../EntityPage';

let rendered: Screen | undefined;
afterEach(async () => {
  cleanup();
  await rendered?.close();
});

it('quick search: searches for the composed text, not for intermediate letters', async () => {
  const harness = await openScreen(<EntityPage entity={thing} />, {
    respond: ({ path }) =>
      path === '/admin/thing/index' ? { envelope: { data: createListResponse([thingRow(1)]) } } : undefined,
  });
  rendered = harness;
  const box = await screen.findByRole('searchbox');
  const put = (value: string) => fireEvent.change(box, { target: { value } });
  const wait = (ms: number) => act(() => sleep(ms));
  fireEvent.focus(box);
  fireEvent.compositionStart(box);
  put('chun');
  await wait(600);
  fireEvent.keyDown(box, { key: 'Escape', isComposing: true });
  expect(box).toHaveValue('chun');
  expect(harness.fakeServer.requests.some(({ query }) => JSON.stringify([...query]).includes('chun'))).toBe(false);
  put('春');
  fireEvent.compositionEnd(box);
  await waitFor(() =>
    expect(harness.fakeServer.requests.some(({ query }) => JSON.stringify([...query]).includes('春'))).toBe(true),
  );
  fireEvent.keyDown(box, { key: 'Escape' });
  expect(box).toHaveValue('');
});
