/** Overlays of the shell. */
export type Overlay = 'layout' | 'palette' | 'shortcuts';
