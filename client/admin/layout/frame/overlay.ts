/** The panels that float over the console when asked for. */
export type Overlay = 'layout' | 'palette' | 'shortcuts';
