/** The image button checks the upload rules of the site before it sends a file. */
import { afterEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { siteUpdated } from '../store/siteSettings';
import { Providers } from '../startup/Providers';
import { startFakeHttpServer, type FakeHttpServer } from '../../testing/fakeHttpServer';
import { createTestClient, createTestUser } from '../../testing/testClient';
import { ImageButton } from './ImageButton';

let testServer: FakeHttpServer | undefined;
afterEach(async () => {
  cleanup();
  jest.restoreAllMocks();
  await testServer?.close();
});

const RULES = { mode: 'local', maxsize: 1024, mimetype: '.png,image/jpeg' };
async function open() {
  const server = await startFakeHttpServer(({ path }) =>
    path === '/api/Index/index' ? { envelope: { data: { site: { upload: RULES } } } } : {},
  );
  testServer = server;
  const sent: (readonly [string, File])[] = [];
  jest.spyOn(XMLHttpRequest.prototype, 'open').mockImplementation((_method, url) => void (asked = String(url)));
  let asked = '';
  jest
    .spyOn(XMLHttpRequest.prototype, 'send')
    .mockImplementation((body) => void sent.push([asked, (body as FormData).get('file') as File]));
  jest.spyOn(XMLHttpRequest.prototype, 'setRequestHeader').mockImplementation(() => undefined);
  const client = createTestClient({
    realm: 'member',
    origin: server.origin,
    path: '/user/profile',
    person: createTestUser(),
  });
  const { container } = render(
    <Providers client={client}>
      <ImageButton label="Change picture" onStored={() => undefined} />
    </Providers>,
  );
  await waitFor(() => expect(server.requests.map(({ path }) => path)).toContain('/api/Index/index'));
  const choose = (name: string, type: string, size: number) => {
    const input = container.querySelector('input[type=file]');
    if (input === null) throw new Error('there is no file input');
    fireEvent.change(input, { target: { files: [new File([new Uint8Array(size)], name, { type })] } });
  };
  return { ...client, choose, sent };
}

// @spec P5-024 P5-025 P5-030
// @covers browser upload.incomplete, browser upload.type, browser upload.too_large
it.each([
  ['without a size', ['me.png', 'image/png', 0], 'The file data is incomplete.'],
  ['without a name', ['', 'image/png', 10], 'The file data is incomplete.'],
  ['of another type', ['me.gif', 'image/gif', 10], 'The type of “me.gif” is not allowed. Allowed: .png, image/jpeg'],
  ['that is not a picture', ['me.txt', 'text/plain', 10], 'The type of “me.txt” is not allowed. Allowed: image/*'],
  ['beyond the maximum', ['me.png', 'image/png', 1025], '“me.png” exceeds the allowed size of 1 KB.'],
] as const)('a file %s is refused with a message, and not sent', async (_what, [name, type, size], message) => {
  const { choose, sent } = await open();
  choose(name, type, size);
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  expect(sent).toEqual([]);
});

// @spec P7-017
it('a file within the rules is sent to the members’ upload, as soon as the rules allow it', async () => {
  const { choose, sent, store } = await open();
  choose('large.png', 'image/png', 1025);
  await screen.findByRole('alert');
  act(() => void store.dispatch(siteUpdated({ upload: { ...RULES, maxsize: 2048 } })));
  choose('larger.png', 'image/png', 1025);
  choose('me.jpg', 'image/jpeg', 10);
  await waitFor(() =>
    expect(sent.map(([url, { name }]) => [new URL(url).pathname, name])).toEqual([['/api/ajax/upload', 'larger.png']]),
  );
});
