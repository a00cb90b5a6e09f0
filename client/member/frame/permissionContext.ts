/** Tells a screen whether its permission was revoked, and keeps it open. */
import { createContext } from 'react';

interface ScreenPermission {
  /** The member's group no longer has this screen. */
  readonly isDenied: boolean;
  /** Keeps the screen open until the returned function is called. */
  readonly keepOpen: () => () => void;
}
export const PermissionContext = createContext<ScreenPermission>({ isDenied: false, keepOpen: () => () => undefined });
