/** Desktop notifications, if the browser supports them and the person allowed them. */

const isSupported = (): boolean => 'Notification' in window;
export const canShowDesktopNotification = (): boolean => isSupported() && Notification.permission === 'granted';
export const hasDesktopNotifications = isSupported;

/** Asks for permission; browsers require a click. */
export async function requestDesktopPermission(): Promise<boolean> {
  if (!isSupported()) return false;
  if (Notification.permission !== 'default') return canShowDesktopNotification();
  return (await Notification.requestPermission()) === 'granted';
}

interface DesktopNotification {
  readonly title: string;
  readonly body: string;
  /** The tag makes the browser show one notification for all tabs. */
  readonly tag: string;
  readonly onOpen: () => void;
}
export function showDesktopNotification({ title, body, tag, onOpen }: DesktopNotification): void {
  try {
    const notification = new Notification(title, { body, tag });
    notification.onclick = () => {
      window.focus();
      notification.close();
      onOpen();
    };
  } catch {
    // Some phones define `Notification` but throw in its constructor; the bell shows the notice anyway.
    return;
  }
}
