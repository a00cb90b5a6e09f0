/** The files of one field on their way: one after another, each with its progress, to be stopped, tried again or put aside. */
import type { App } from '../app/appContext';
import { CANCELLED_BY_USER, type UploadStrategy, type UploadedFile } from './strategy';

export interface UploadItem {
  readonly key: number;
  readonly name: string;
  readonly size: number;
  readonly state: 'waiting' | 'sending' | 'failed';
  readonly sentBytes: number;
  /** Why it failed, in words. */
  readonly error: string;
  /** Whether another try may help. */
  readonly canRetry: boolean;
}
interface UploadQueueOptions {
  readonly app: App;
  readonly strategyFor: (file: File) => UploadStrategy;
  /** Words why a file may not be sent at all; empty when it may. */
  readonly rejectReason: (file: File) => string;
  /** What to say when the line broke. */
  readonly connectionError: (name: string, at?: 'store') => string;
  readonly onStored: (file: UploadedFile) => void;
}
export interface UploadQueue {
  readonly list: () => readonly UploadItem[];
  readonly subscribe: (listener: () => void) => () => void;
  /** Rules, words and whoever waits, as they are now. */
  readonly configure: (options: UploadQueueOptions) => void;
  readonly add: (files: readonly File[]) => void;
  /** Stops what is sent, forgets what waits or failed. */
  readonly remove: (key: number) => void;
  readonly retry: (key: number) => void;
  /** Nobody waits any more: everything is stopped and forgotten. */
  readonly close: () => void;
}

/** The items in their order, and who looks at them. */
function createItemList() {
  let items: readonly UploadItem[] = [];
  const listeners = new Set<() => void>();
  const setItems = (startNext: readonly UploadItem[]) => {
    items = startNext;
    for (const listener of listeners) listener();
  };
  return {
    put: setItems,
    list: () => items,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    patch: (key: number, change: Partial<UploadItem>) =>
      setItems(items.map((item) => (item.key === key ? { ...item, ...change } : item))),
    forget: (key: number) => setItems(items.filter((item) => item.key !== key)),
  };
}
interface PendingFile {
  readonly file: File;
  readonly aborter: AbortController;
}

export function createUploadQueue(): UploadQueue {
  const { list, subscribe, put: setItems, patch: updateItem, forget: removeItem } = createItemList();
  const pendingFiles = new Map<number, PendingFile>();
  let options: UploadQueueOptions | undefined;
  let lastKey = 0;

  const uploadItem = async (
    { app, strategyFor: senderFor, connectionError: broken }: UploadQueueOptions,
    key: number,
    { file, aborter }: PendingFile,
  ) => {
    updateItem(key, { state: 'sending', sentBytes: 0, error: '' });
    const onProgress = (sent: number) => updateItem(key, { sentBytes: Math.min(sent, file.size) });
    const result = await senderFor(file)(app, file, { onProgress, signal: aborter.signal });
    // Nobody waits for it any more.
    if (!pendingFiles.has(key)) return;
    if (result !== 'stopped' && 'why' in result) {
      updateItem(key, { state: 'failed', error: result.why || broken(file.name, result.at), canRetry: !result.final });
      return;
    }
    pendingFiles.delete(key);
    removeItem(key);
    if (result !== 'stopped') options?.onStored(result.file);
  };
  const startNext = () => {
    if (list().some(({ state }) => state === 'sending')) return;
    const waiting = list().find(({ state }) => state === 'waiting');
    const file = waiting && pendingFiles.get(waiting.key);
    if (options && waiting && file) void uploadItem(options, waiting.key, file).then(startNext);
  };
  const add = (files: readonly File[]) => {
    const added = files.map((file): UploadItem => {
      const key = ++lastKey;
      pendingFiles.set(key, { file, aborter: new AbortController() });
      const why = options?.rejectReason(file) ?? '';
      const state = why === '' ? 'waiting' : 'failed';
      return { key, name: file.name, size: file.size, state, sentBytes: 0, error: why, canRetry: false };
    });
    setItems([...list(), ...added]);
    startNext();
  };
  const remove = (key: number) => {
    if (list().some((item) => item.key === key && item.state === 'sending'))
      pendingFiles.get(key)?.aborter.abort(CANCELLED_BY_USER);
    else {
      pendingFiles.delete(key);
      removeItem(key);
    }
  };
  const retry = (key: number) => {
    const one = pendingFiles.get(key);
    if (!one) return;
    pendingFiles.set(key, { file: one.file, aborter: new AbortController() });
    updateItem(key, { state: 'waiting', sentBytes: 0, error: '' });
    startNext();
  };
  const close = () => {
    const remaining = [...pendingFiles.values()];
    pendingFiles.clear();
    setItems([]);
    for (const { aborter } of remaining) aborter.abort();
  };
  const configure = (newOptions: UploadQueueOptions) => {
    options = newOptions;
  };
  return { list, subscribe, configure, add, remove, retry, close };
}
