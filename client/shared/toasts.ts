/** The queue of short messages: at most three stand at once, each leaves by itself. */
export type Tone = 'success' | 'info' | 'warning' | 'error';
export interface Toast {
  readonly id: number;
  readonly tone: Tone;
  readonly text: string;
  /** What it is about: a later message about the same takes its place. */
  readonly key?: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}
export interface Toasts {
  /** Shows a message; an equal one that still stands is not shown twice. */
  readonly show: (tone: Tone, text: string, action?: Toast['action'], key?: string) => void;
  readonly dismiss: (id: number) => void;
  readonly list: () => readonly Toast[];
  readonly subscribe: (listener: () => void) => () => void;
}
const MOST = 3;

export function createToasts(): Toasts {
  let standing: readonly Toast[] = [];
  let last = 0;
  const listeners = new Set<() => void>();
  const put = (next: readonly Toast[]) => {
    standing = next;
    for (const listener of listeners) listener();
  };
  return {
    show: (tone, text, action, key) => {
      const isSame = (toast: Toast) =>
        (toast.text === text && toast.tone === tone) || (key !== undefined && toast.key === key);
      const others = standing.filter((toast) => !isSame(toast));
      const toast = { id: ++last, tone, text, ...(action ? { action } : {}), ...(key === undefined ? {} : { key }) };
      put([...others, toast].slice(-MOST));
    },
    dismiss: (id) => put(standing.filter((toast) => toast.id !== id)),
    list: () => standing,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
