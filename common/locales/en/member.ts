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
    username: 'Username',
    email: 'E-mail',
    mobile: 'Mobile',
    gender: 'Gender',
    birthday: 'Birthday',
    motto: 'Motto',
    joined: 'Member since',
    last_login: 'Last sign-in',
    none: 'not given',
    updated: 'Updated just now',
  },
} as const;
