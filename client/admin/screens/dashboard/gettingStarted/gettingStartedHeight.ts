/** The space that the first steps take, reserved until they are loaded, so that the cards below do not move. */
export const GETTING_STARTED_HEIGHT = { xs: 300, md: 148 } as const;
