/** Files on their way: one after another, with progress, stopped, tried again, refused, and nobody told who left. */
import { describe, expect, it } from '@jest/globals';
import { createTestClient } from '../../testing/testClient';
import type { Sender, Sent, Uploaded } from './sender';
import { createUploadDesk } from './uploadDesk';

interface Underway {
  readonly name: string;
  readonly progress: (bytes: number) => void;
  readonly end: (result: Sent) => Promise<void>;
  readonly signal: AbortSignal;
}
function deskOf(refuse: (file: File) => string = () => '') {
  const underway: Underway[] = [];
  const stored: string[] = [];
  const sender: Sender = (_app, file, { onProgress, signal }) =>
    new Promise((done) => {
      signal.addEventListener('abort', () => done('stopped'));
      const end = async (result: Sent) => {
        done(result);
        await new Promise((resolve) => setTimeout(resolve));
      };
      underway.push({ name: file.name, progress: onProgress, end, signal });
    });
  const desk = createUploadDesk();
  desk.follow({
    app: createTestClient().app,
    senderFor: () => sender,
    refuse,
    broken: (name) => `${name} broke`,
    onStored: ({ name }) => stored.push(name),
  });
  return { desk, underway, stored };
}
const file = (name: string) => new File(['0123456789'], name);
const kept = (name: string): { readonly file: Uploaded } => ({ file: { id: 1, url: `/storage/${name}`, name } });
const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('a desk of uploads', () => {
  it('sends one after another and tells how far each is', async () => {
    const { desk, underway, stored } = deskOf();
    desk.add([file('a'), file('b')]);
    expect(desk.list().map(({ state }) => state)).toEqual(['sending', 'waiting']);
    underway[0]?.progress(4);
    expect(desk.list()[0]?.sent).toBe(4);
    await underway[0]?.end(kept('a'));
    expect(desk.list().map(({ name, state }) => [name, state])).toEqual([['b', 'sending']]);
    await underway[1]?.end(kept('b'));
    expect([stored, desk.list()]).toEqual([['a', 'b'], []]);
  });

  it('stops what is sent and forgets what waits', async () => {
    const { desk, underway, stored } = deskOf();
    desk.add([file('a'), file('b'), file('c')]);
    const [a, b] = desk.list();
    desk.drop(b?.key ?? 0);
    desk.drop(a?.key ?? 0);
    await settled();
    expect(underway[0]?.signal.aborted).toBe(true);
    expect(desk.list().map(({ name, state }) => [name, state])).toEqual([['c', 'sending']]);
    expect(stored).toEqual([]);
  });

  it('tries again what may still succeed, and goes on with the others meanwhile', async () => {
    const { desk, underway, stored } = deskOf();
    desk.add([file('a'), file('b')]);
    await underway[0]?.end({ why: '', final: false });
    expect(desk.list()[0]).toMatchObject({ state: 'failed', why: 'a broke', again: true });
    await underway[1]?.end({ why: 'No.', final: true });
    expect(desk.list()[1]).toMatchObject({ state: 'failed', why: 'No.', again: false });
    desk.retry(desk.list()[0]?.key ?? 0);
    await underway[2]?.end(kept('a'));
    expect([stored, desk.list().map(({ name }) => name)]).toEqual([['a'], ['b']]);
  });

  it('sends nothing that is refused beforehand', () => {
    const { desk, underway } = deskOf(({ name }) => (name === 'bad' ? 'No.' : ''));
    desk.add([file('bad'), file('good')]);
    expect(underway.map(({ name }) => name)).toEqual(['good']);
    expect(desk.list()[0]).toMatchObject({ state: 'failed', why: 'No.', again: false });
  });

  it('stops everything when nobody waits any more, and tells nobody', async () => {
    const { desk, underway, stored } = deskOf();
    desk.add([file('a'), file('b')]);
    desk.close();
    await underway[0]?.end(kept('a'));
    expect([underway.length, underway[0]?.signal.aborted, stored, desk.list()]).toEqual([1, true, [], []]);
  });
});
