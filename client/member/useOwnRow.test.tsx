/** The member's own record stays on the screen when rights are looked at anew and nothing about it changed. */
import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { Providers } from '../shared/Providers';
import { linkParts } from '../shared/storeLink';
import { startHttpWorld, type HttpWorld } from '../testing/httpWorld';
import { createTestClient, somebody } from '../testing/testClient';
import { textOf } from './textOf';
import { useOwnRow } from './useOwnRow';

let world: HttpWorld | undefined;
afterEach(async () => {
  cleanup();
  await world?.close();
});

function Own() {
  const held = useOwnRow(7);
  return <p>{held === undefined ? 'nothing' : textOf(held.row['money'])}</p>;
}

it('is heard again though the answer is the same', async () => {
  world = await startHttpWorld(({ path }) => ({
    envelope: { data: path === '/api/user/edit' ? { row: { id: 7, money: '120.00', revision: 3 }, seq: '9' } : {} },
  }));
  const { store, app } = createTestClient({ realm: 'user', origin: world.origin, person: somebody() });
  render(
    <Providers client={{ store, app }}>
      <Own />
    </Providers>,
  );
  await screen.findByText('120.00');
  act(() => linkParts(store, () => app, { realm: 'user', origin: world?.origin ?? '' }).onAuthz());
  expect(store.getState().entities.heard).toBeDefined();
  await act(async () => {
    for (let tries = 0; store.getState().entities.heard !== undefined && tries < 500; tries += 1)
      await new Promise((done) => setTimeout(done, 20));
  });
  expect(store.getState().entities.heard).toBeUndefined();
  expect(screen.getByText('120.00')).toBeInTheDocument();
});
