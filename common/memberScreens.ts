/** The screens of the member centre, by the names rules know them by. */
export const MEMBER_SCREENS = ['overview', 'profile', 'balance', 'integral', 'redeem', 'changePassword'] as const;
export type MemberScreen = (typeof MEMBER_SCREENS)[number];
/** Whether the member centre has a screen of that name. */
export const isMemberScreen = (name: string): name is MemberScreen => MEMBER_SCREENS.some((screen) => screen === name);
