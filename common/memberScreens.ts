/** The screens of the member center, by the names that menu rules use. */
export const MEMBER_SCREENS = [
  'overview',
  'profile',
  'balance',
  'integral',
  'redeem',
  'notices',
  'changePassword',
] as const;
export type MemberScreen = (typeof MEMBER_SCREENS)[number];
/** Whether the member center has a screen of that name. */
export const isMemberScreen = (name: string): name is MemberScreen => MEMBER_SCREENS.some((screen) => screen === name);

/** The screen that shows the pages of modules; the path of a page follows it in the address. */
export const MODULE_PAGE = 'modulePage';
/** The address of a page of a module below `/user`. */
export const modulePagePath = (path: string): string => `page/${path}`;
