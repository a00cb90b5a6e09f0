/** Height of the tabs in pixels, reserved while their code is loaded. */
export const VIEW_TABS_HEIGHT = 36;
