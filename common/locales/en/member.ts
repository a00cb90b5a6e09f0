/** Words of the member centre. */
export const member = {
  login: {
    heading: 'Member sign-in',
    lead: 'Your profile, balance and points in one place.',
    account: 'Username, e-mail or mobile',
    required: {
      account: 'Please enter your username, e-mail or mobile number',
      password: 'Please enter your password',
    },
  },
  overview: {
    title: 'Overview',
    lead: 'Good to see you.',
    profile: 'Your profile',
    balance: 'Balance',
    points: 'Points',
    none: 'not given',
  },
} as const;
