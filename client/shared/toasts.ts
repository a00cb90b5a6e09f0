/** The queue of short messages: at most three stand at once, each leaves by itself; those with lines stay until they are closed. */
export type Tone = 'success' | 'info' | 'warning' | 'error';
export interface Toast {
  readonly id: number;
  readonly tone: Tone;
  readonly text: string;
  /** What it is about: a later message about the same takes its place. */
  readonly key?: string;
  readonly action?: {
    readonly label: string;
    readonly run: () => void;
    /** Ctrl+Z does it too, outside of inputs. */
    readonly undoes?: true;
  };
  /** Single cases below the text; a message with them, be there none, stands until it is closed. */
  readonly lines?: readonly string[];
}
export interface Toasts {
  /**
   * Shows a message; an equal one that still stands is not shown twice. Further lines of the text stand below its first one, before
   * `lines`. A blank text, such as that of a cancelled request, is not shown.
   */
  readonly show: (tone: Tone, text: string, action?: Toast['action'], key?: string, lines?: readonly string[]) => void;
  readonly dismiss: (id: number) => void;
  readonly list: () => readonly Toast[];
  readonly subscribe: (listener: () => void) => () => void;
}
const MOST = 3;

/** What two messages say is the same, unless both say that they are about something else. */
const isSame = (a: Omit<Toast, 'id'>, b: Omit<Toast, 'id'>) => {
  if (a.key !== undefined && b.key !== undefined) return a.key === b.key;
  return a.text === b.text && a.tone === b.tone;
};
/** The oldest make room, but for those with lines, which nobody may have seen elsewhere, and the newest. */
function trim(toasts: readonly Toast[]): readonly Toast[] {
  const short = toasts.slice(0, -1).filter(({ lines }) => lines === undefined);
  const gone = new Set(short.slice(0, Math.max(0, toasts.length - MOST)));
  return toasts.filter((toast) => !gone.has(toast));
}

export function createToasts(): Toasts {
  let standing: readonly Toast[] = [];
  let last = 0;
  const listeners = new Set<() => void>();
  const put = (next: readonly Toast[]) => {
    standing = next;
    for (const listener of listeners) listener();
  };
  return {
    show: (tone, said, action, key, lines) => {
      const [text = '', ...below] = said.split('\n');
      if (text.trim() === '') return;
      const more = {
        ...(action ? { action } : {}),
        ...(key === undefined ? {} : { key }),
        ...((lines ?? below[0]) ? { lines: [...below, ...(lines ?? [])] } : {}),
      };
      const toast: Toast = { id: ++last, tone, text, ...more };
      const others = standing.filter((other) => !isSame(other, toast));
      put(trim([...others, toast]));
    },
    dismiss: (id) => put(standing.filter((toast) => toast.id !== id)),
    list: () => standing,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
