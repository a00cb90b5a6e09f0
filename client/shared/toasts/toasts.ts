/** Toasts: at most three are shown, each disappears by itself; one with details stays until it is closed. */
export type ToastSeverity = 'success' | 'info' | 'warning' | 'error';
export interface Toast {
  readonly id: number;
  readonly severity: ToastSeverity;
  readonly text: string;
  /** Identifies the subject: a later toast with the same key replaces it. */
  readonly key?: string;
  readonly action?: {
    readonly label: string;
    readonly run: () => void;
    /** Ctrl+Z outside of inputs runs it too. */
    readonly undoes?: true;
  };
  /** Lines below the text; with this property, even if empty, the toast stays until it is closed. */
  readonly details?: readonly string[];
}
export interface Toasts {
  /**
   * Shows a message and replaces an equal one. Further lines of the text are shown below the first one, before `details`. A blank
   * text, such as that of a canceled request, is not shown.
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

/** Whether two toasts are equal: by key if both have one, otherwise by text and severity. */
const isSame = (a: Omit<Toast, 'id'>, b: Omit<Toast, 'id'>) => {
  if (a.key !== undefined && b.key !== undefined) return a.key === b.key;
  return a.text === b.text && a.severity === b.severity;
};
/** Drops the oldest above the limit, except those with details and the newest one. */
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
