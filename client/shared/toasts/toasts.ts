/** The queue of short messages: at most three stand at once, each leaves by itself; those with lines stay until they are closed. */
export type ToastSeverity = 'success' | 'info' | 'warning' | 'error';
export interface Toast {
  readonly id: number;
  readonly severity: ToastSeverity;
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
  readonly details?: readonly string[];
}
export interface Toasts {
  /**
   * Shows a message; an equal one that still stands is not shown twice. Further lines of the text stand below its first one, before
   * `details`. A blank text, such as that of a cancelled request, is not shown.
   */
  readonly show: (
    severity: ToastSeverity,
    text: string,
    action?: Toast['action'],
    key?: string,
    details?: readonly string[],
  ) => void;
  readonly dismiss: (id: number) => void;
  readonly list: () => readonly Toast[];
  readonly subscribe: (listener: () => void) => () => void;
}
const MAX_TOASTS = 3;

/** What two messages say is the same, unless both say that they are about something else. */
const isSame = (a: Omit<Toast, 'id'>, b: Omit<Toast, 'id'>) => {
  if (a.key !== undefined && b.key !== undefined) return a.key === b.key;
  return a.text === b.text && a.severity === b.severity;
};
/** The oldest make room, but for those with lines, which nobody may have seen elsewhere, and the newest. */
function dropOldest(toasts: readonly Toast[]): readonly Toast[] {
  const dismissible = toasts.slice(0, -1).filter(({ details }) => details === undefined);
  const dropped = new Set(dismissible.slice(0, Math.max(0, toasts.length - MAX_TOASTS)));
  return toasts.filter((toast) => !dropped.has(toast));
}

export function createToasts(): Toasts {
  let current: readonly Toast[] = [];
  let lastId = 0;
  const listeners = new Set<() => void>();
  const setToasts = (next: readonly Toast[]) => {
    current = next;
    for (const listener of listeners) listener();
  };
  return {
    show: (severity, message, action, key, details) => {
      const [text = '', ...restLines] = message.split('\n');
      if (text.trim() === '') return;
      const optional = {
        ...(action ? { action } : {}),
        ...(key === undefined ? {} : { key }),
        ...((details ?? restLines[0]) ? { details: [...restLines, ...(details ?? [])] } : {}),
      };
      const toast: Toast = { id: ++lastId, severity, text, ...optional };
      const others = current.filter((other) => !isSame(other, toast));
      setToasts(dropOldest([...others, toast]));
    },
    dismiss: (id) => setToasts(current.filter((toast) => toast.id !== id)),
    list: () => current,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
