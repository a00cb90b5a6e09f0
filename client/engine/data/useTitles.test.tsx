/** Titles of referenced rows are requested once, and only for readable entities. */
import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { BootstrapContext, useBootstrap } from '../../shared/api/bootstrap';
import { openScreen, type Screen } from '../../testing/screenHarness';
import { rowsApi } from './rowsApi';
import { useTitles } from './useTitles';

let rendered: Screen;
afterEach(async () => {
  cleanup();
  await rendered.close();
});

const Named = () => <output>{useTitles('thing', [3])[3] ?? '#3'}</output>;
function Names({ readable }: { readonly readable: boolean }) {
  const bootstrap = useBootstrap();
  return (
    <BootstrapContext value={readable ? bootstrap : { ...bootstrap, entities: {} }}>
      <Named />
    </BootstrapContext>
  );
}
const sentRequests = () => rendered.fakeServer.requests.filter(({ path }) => path === '/admin/thing/select').length;
const ask = async (readable: boolean) => {
  rendered = await openScreen(<Names readable={readable} />, {
    respond: ({ path }) => (path === '/admin/thing/select' ? { envelope: { data: { list: [] } } } : undefined),
  });
  expect(await screen.findByText('#3')).toBeVisible();
};

it('useTitles: requests titles of readable rows', async () => {
  await ask(true);
  await waitFor(() => expect(sentRequests()).toBe(1));
});

it('useTitles: requests no titles of unreadable rows', async () => {
  await ask(false);
  // As long as a test server response takes.
  await rendered.client.store.dispatch(rowsApi.endpoints.select.initiate({ e: 'other', title: 'id', params: {} }));
  expect(sentRequests()).toBe(0);
});
