/** Titles of the screens of the member centre; the keys are the titles of its seeded rules. */
export const memberMenu = {
  account: 'Account',
  overview: 'Overview',
  profile: 'Profile',
  balance: 'Balance',
  integral: 'Points',
  redeem: 'Redeem code',
  changePassword: 'Password',
} as const;
