/** Notifications of the device: only where the browser has them, and the person allowed them by a click. */

const known = (): boolean => 'Notification' in window;
export const canNotify = (): boolean => known() && Notification.permission === 'granted';
export const hasDesktop = known;

/** Asks the browser's question; only ever called by a click. */
export async function askDesktop(): Promise<boolean> {
  if (!known()) return false;
  if (Notification.permission !== 'default') return canNotify();
  return (await Notification.requestPermission()) === 'granted';
}

interface Shown {
  readonly title: string;
  readonly body: string;
  /** One on the desktop, however many tabs heard of it. */
  readonly tag: string;
  readonly onOpen: () => void;
}
export function notifyDesktop({ title, body, tag, onOpen }: Shown): void {
  try {
    const shown = new Notification(title, { body, tag });
    shown.onclick = () => {
      window.focus();
      shown.close();
      onOpen();
    };
  } catch {
    // Some phones offer the name without the thing; the bell has it anyway.
    return;
  }
}
