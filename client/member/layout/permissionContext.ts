/** Context with the permission of the shown screen: whether it was revoked, and how to keep the screen open. */
import { createContext } from 'react';

interface ScreenPermission {
  /** The member's group no longer has this screen. */
  readonly isDenied: boolean;
  /** Keeps the screen open until the returned function is called. */
  readonly keepOpen: () => () => void;
}
export const PermissionContext = createContext<ScreenPermission>({ isDenied: false, keepOpen: () => () => undefined });
