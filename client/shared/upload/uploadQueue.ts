/** Upload queue of one field: sends one file after another and reports the progress of each; a file can be stopped, retried or removed. */
import type { App } from '../app/appContext';
import { CANCELLED_BY_USER, type UploadStrategy, type UploadedFile } from './uploadStrategy';

export interface UploadItem {
  readonly key: number;
  readonly name: string;
  readonly size: number;
  readonly state: 'waiting' | 'sending' | 'failed';
  readonly sentBytes: number;
  /** The error message; empty while there is none. */
  readonly error: string;
  /** Whether a retry may succeed. */
  readonly canRetry: boolean;
}
interface UploadQueueOptions {
  readonly app: App;
  readonly strategyFor: (file: File) => UploadStrategy;
  /** Why a file may not be sent; empty if it may. */
  readonly rejectReason: (file: File) => string;
  /** The message of a lost connection. */
  readonly connectionError: (name: string, at?: 'store') => string;
  readonly onStored: (file: UploadedFile) => void;
}
export interface UploadQueue {
  readonly list: () => readonly UploadItem[];
  readonly subscribe: (listener: () => void) => () => void;
  /** Sets the current rules, messages and receiver of stored files. */
  readonly configure: (options: UploadQueueOptions) => void;
  readonly add: (files: readonly File[]) => void;
  /** Stops a running upload; removes a waiting or failed one. */
  readonly remove: (key: number) => void;
  readonly retry: (key: number) => void;
  /** Stops and removes everything. */
  readonly close: () => void;
}

/** The items in order, with change listeners. */
function createItemList() {
  let items: readonly UploadItem[] = [];
  const listeners = new Set<() => void>();
  const setItems = (next: readonly UploadItem[]) => {
    items = next;
    for (const listener of listeners) listener();
  };
  return {
    setItems,
    list: () => items,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    updateItem: (key: number, change: Partial<UploadItem>) =>
      setItems(items.map((item) => (item.key === key ? { ...item, ...change } : item))),
    removeItem: (key: number) => setItems(items.filter((item) => item.key !== key)),
  };
}
interface PendingFile {
  readonly file: File;
  readonly aborter: AbortController;
}

/** The items and their files. */
function createPendingItems() {
  const items = createItemList();
  const pendingFiles = new Map<number, PendingFile>();
  let lastKey = 0;
  return {
    ...items,
    pendingFiles,
    /** Adds files as waiting, or as failed with their reject reason. */
    append: (files: readonly File[], rejectReason: (file: File) => string) => {
      const added = files.map((file): UploadItem => {
        const key = ++lastKey;
        pendingFiles.set(key, { file, aborter: new AbortController() });
        const error = rejectReason(file);
        const state = error === '' ? 'waiting' : 'failed';
        return { key, name: file.name, size: file.size, state, sentBytes: 0, error, canRetry: false };
      });
      items.setItems([...items.list(), ...added]);
    },
    remove: (key: number) => {
      pendingFiles.delete(key);
      items.removeItem(key);
    },
  };
}

export function createUploadQueue(): UploadQueue {
  const items = createPendingItems();
  const { list, subscribe, pendingFiles } = items;
  let options: UploadQueueOptions | undefined;

  const uploadItem = async (
    { app, strategyFor, connectionError }: UploadQueueOptions,
    key: number,
    { file, aborter }: PendingFile,
  ) => {
    items.updateItem(key, { state: 'sending', sentBytes: 0, error: '' });
    const onProgress = (sent: number) => items.updateItem(key, { sentBytes: Math.min(sent, file.size) });
    const result = await strategyFor(file)(app, file, { onProgress, signal: aborter.signal });
    // The queue was closed meanwhile.
    if (!pendingFiles.has(key)) return;
    if (result !== 'stopped' && 'errorMessage' in result) {
      const error = result.errorMessage || connectionError(file.name, result.failedAt);
      items.updateItem(key, { state: 'failed', error, canRetry: !result.isFinal });
      return;
    }
    items.remove(key);
    if (result !== 'stopped') options?.onStored(result.file);
  };
  const startNext = () => {
    if (list().some(({ state }) => state === 'sending')) return;
    const waiting = list().find(({ state }) => state === 'waiting');
    const pending = waiting && pendingFiles.get(waiting.key);
    if (options && waiting && pending) void uploadItem(options, waiting.key, pending).then(startNext);
  };
  const add = (files: readonly File[]) => {
    items.append(files, (file) => options?.rejectReason(file) ?? '');
    startNext();
  };
  const remove = (key: number) => {
    const isSending = list().some((item) => item.key === key && item.state === 'sending');
    if (isSending) pendingFiles.get(key)?.aborter.abort(CANCELLED_BY_USER);
    else items.remove(key);
  };
  const retry = (key: number) => {
    const pending = pendingFiles.get(key);
    if (!pending) return;
    pendingFiles.set(key, { file: pending.file, aborter: new AbortController() });
    items.updateItem(key, { state: 'waiting', sentBytes: 0, error: '' });
    startNext();
  };
  const close = () => {
    const remaining = [...pendingFiles.values()];
    pendingFiles.clear();
    items.setItems([]);
    for (const { aborter } of remaining) aborter.abort();
  };
  const configure = (newOptions: UploadQueueOptions) => {
    options = newOptions;
  };
  return { list, subscribe, configure, add, remove, retry, close };
}
