/** Titles of the screens of the member center; the keys are the titles of its seeded rules. */
export const memberMenu = {
  account: 'Account',
  overview: 'Overview',
  profile: 'Profile',
  balance: 'Balance',
  integral: 'Points',
  redeem: 'Codes and plugins',
  notices: 'Notifications',
  changePassword: 'Password',
} as const;
