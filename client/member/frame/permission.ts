/** What a screen knows of the right to it, and how it asks to stay open without. */
import { createContext } from 'react';

interface Permission {
  /** The group no longer has this screen. */
  readonly denied: boolean;
  /** Keeps the screen open until what it answers is called. */
  readonly hold: () => () => void;
}
export const PermissionContext = createContext<Permission>({ denied: false, hold: () => () => undefined });
