/** What a screen knows of the right to it, and how it asks to stay open without. */
import { createContext } from 'react';

interface ScreenPermission {
  /** The group no longer has this screen. */
  readonly isDenied: boolean;
  /** Keeps the screen open until what it answers is called. */
  readonly keepOpen: () => () => void;
}
export const PermissionContext = createContext<ScreenPermission>({ isDenied: false, keepOpen: () => () => undefined });
