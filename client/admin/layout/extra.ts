/** The panels that float over the console when asked for. */
export type Extra = 'layout' | 'palette' | 'shortcuts';
