/** The files of one field on their way: one after another, each with its progress, to be stopped, tried again or put aside. */
import type { App } from '../app';
import { GIVEN_UP, type Sender, type Uploaded } from './sender';

export interface Item {
  readonly key: number;
  readonly name: string;
  readonly size: number;
  readonly state: 'waiting' | 'sending' | 'failed';
  readonly sent: number;
  /** Why it failed, in words. */
  readonly why: string;
  /** Whether another try may help. */
  readonly again: boolean;
}
interface DeskParts {
  readonly app: App;
  readonly senderFor: (file: File) => Sender;
  /** Words why a file may not be sent at all; empty when it may. */
  readonly refuse: (file: File) => string;
  /** What to say when the line broke. */
  readonly broken: (name: string, at?: 'store') => string;
  readonly onStored: (file: Uploaded) => void;
}
export interface UploadDesk {
  readonly list: () => readonly Item[];
  readonly subscribe: (listener: () => void) => () => void;
  /** Rules, words and whoever waits, as they are now. */
  readonly follow: (parts: DeskParts) => void;
  readonly add: (files: readonly File[]) => void;
  /** Stops what is sent, forgets what waits or failed. */
  readonly drop: (key: number) => void;
  readonly retry: (key: number) => void;
  /** Nobody waits any more: everything is stopped and forgotten. */
  readonly close: () => void;
}

/** The items in their order, and who looks at them. */
function createItems() {
  let items: readonly Item[] = [];
  const listeners = new Set<() => void>();
  const put = (next: readonly Item[]) => {
    items = next;
    for (const listener of listeners) listener();
  };
  return {
    put,
    list: () => items,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    patch: (key: number, change: Partial<Item>) =>
      put(items.map((item) => (item.key === key ? { ...item, ...change } : item))),
    forget: (key: number) => put(items.filter((item) => item.key !== key)),
  };
}
interface Held {
  readonly file: File;
  readonly aborter: AbortController;
}

export function createUploadDesk(): UploadDesk {
  const { list, subscribe, put, patch, forget } = createItems();
  const held = new Map<number, Held>();
  let parts: DeskParts | undefined;
  let last = 0;

  const sendOne = async ({ app, senderFor, broken }: DeskParts, key: number, { file, aborter }: Held) => {
    patch(key, { state: 'sending', sent: 0, why: '' });
    const onProgress = (sent: number) => patch(key, { sent: Math.min(sent, file.size) });
    const result = await senderFor(file)(app, file, { onProgress, signal: aborter.signal });
    // Nobody waits for it any more.
    if (!held.has(key)) return;
    if (result !== 'stopped' && 'why' in result) {
      patch(key, { state: 'failed', why: result.why || broken(file.name, result.at), again: !result.final });
      return;
    }
    held.delete(key);
    forget(key);
    if (result !== 'stopped') parts?.onStored(result.file);
  };
  const next = () => {
    if (list().some(({ state }) => state === 'sending')) return;
    const waiting = list().find(({ state }) => state === 'waiting');
    const file = waiting && held.get(waiting.key);
    if (parts && waiting && file) void sendOne(parts, waiting.key, file).then(next);
  };
  const add = (files: readonly File[]) => {
    const added = files.map((file): Item => {
      const key = ++last;
      held.set(key, { file, aborter: new AbortController() });
      const why = parts?.refuse(file) ?? '';
      const state = why === '' ? 'waiting' : 'failed';
      return { key, name: file.name, size: file.size, state, sent: 0, why, again: false };
    });
    put([...list(), ...added]);
    next();
  };
  const drop = (key: number) => {
    if (list().some((item) => item.key === key && item.state === 'sending')) held.get(key)?.aborter.abort(GIVEN_UP);
    else {
      held.delete(key);
      forget(key);
    }
  };
  const retry = (key: number) => {
    const one = held.get(key);
    if (!one) return;
    held.set(key, { file: one.file, aborter: new AbortController() });
    patch(key, { state: 'waiting', sent: 0, why: '' });
    next();
  };
  const close = () => {
    const underway = [...held.values()];
    held.clear();
    put([]);
    for (const { aborter } of underway) aborter.abort();
  };
  const follow = (now: DeskParts) => {
    parts = now;
  };
  return { list, subscribe, follow, add, drop, retry, close };
}
