/** Height of the row of page tabs, in pixels. */
export const TAB_BAR_HEIGHT = 36;
