/** The upload queue: one file at a time, progress, removal, retry, refusal and closing. */
import { describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestClient } from '../../testing/testClient';
import type { UploadStrategy, UploadResult, UploadedFile } from './uploadStrategy';
import { createUploadQueue } from './uploadQueue';

interface RunningUpload {
  readonly name: string;
  readonly progress: (bytes: number) => void;
  readonly end: (result: UploadResult) => Promise<void>;
  readonly signal: AbortSignal;
}
function createQueue(refuse: (file: File) => string = () => '') {
  const running: RunningUpload[] = [];
  const stored: string[] = [];
  const sender: UploadStrategy = (_app, file, { onProgress, signal }) =>
    new Promise((done) => {
      signal.addEventListener('abort', () => done('stopped'));
      const end = async (result: UploadResult) => {
        done(result);
        await sleep();
      };
      running.push({ name: file.name, progress: onProgress, end, signal });
    });
  const queue = createUploadQueue();
  queue.configure({
    app: createTestClient().app,
    strategyFor: () => sender,
    rejectReason: refuse,
    connectionError: (name) => `${name} broke`,
    onStored: ({ name }) => stored.push(name),
  });
  return { queue, running, stored };
}
const file = (name: string) => new File(['0123456789'], name);
const storedFile = (name: string): { readonly file: UploadedFile } => ({
  file: { id: 1, url: `/storage/${name}`, name },
});
const flushPromises = () => sleep();

describe('createUploadQueue', () => {
  it('sends one file after another and reports the progress', async () => {
    const { queue, running, stored } = createQueue();
    queue.add([file('a'), file('b')]);
    expect(queue.list().map(({ state }) => state)).toEqual(['sending', 'waiting']);
    running[0]?.progress(4);
    expect(queue.list()[0]?.sentBytes).toBe(4);
    await running[0]?.end(storedFile('a'));
    expect(queue.list().map(({ name, state }) => [name, state])).toEqual([['b', 'sending']]);
    await running[1]?.end(storedFile('b'));
    expect([stored, queue.list()]).toEqual([['a', 'b'], []]);
  });

  it('aborts a removed upload and drops a removed waiting file', async () => {
    const { queue, running, stored } = createQueue();
    queue.add([file('a'), file('b'), file('c')]);
    const [a, b] = queue.list();
    queue.remove(b?.key ?? 0);
    queue.remove(a?.key ?? 0);
    await flushPromises();
    expect(running[0]?.signal.aborted).toBe(true);
    expect(queue.list().map(({ name, state }) => [name, state])).toEqual([['c', 'sending']]);
    expect(stored).toEqual([]);
  });

  it('retries a temporary failure, and sends the other files meanwhile', async () => {
    const { queue, running, stored } = createQueue();
    queue.add([file('a'), file('b')]);
    await running[0]?.end({ errorMessage: '', isFinal: false });
    expect(queue.list()[0]).toMatchObject({ state: 'failed', error: 'a broke', canRetry: true });
    await running[1]?.end({ errorMessage: 'No.', isFinal: true });
    expect(queue.list()[1]).toMatchObject({ state: 'failed', error: 'No.', canRetry: false });
    queue.retry(queue.list()[0]?.key ?? 0);
    await running[2]?.end(storedFile('a'));
    expect([stored, queue.list().map(({ name }) => name)]).toEqual([['a'], ['b']]);
  });

  it('the queue does not send a file that is refused by the rules', () => {
    const { queue, running } = createQueue(({ name }) => (name === 'bad' ? 'No.' : ''));
    queue.add([file('bad'), file('good')]);
    expect(running.map(({ name }) => name)).toEqual(['good']);
    expect(queue.list()[0]).toMatchObject({ state: 'failed', error: 'No.', canRetry: false });
  });

  it('aborts everything on close, and calls no handler afterwards', async () => {
    const { queue, running, stored } = createQueue();
    queue.add([file('a'), file('b')]);
    queue.close();
    await running[0]?.end(storedFile('a'));
    expect([running.length, running[0]?.signal.aborted, stored, queue.list()]).toEqual([1, true, [], []]);
  });
});
