/** Words of the member centre. */
export const member = {
  login: {
    login: 'Sign in',
    register: 'Create account',
    retrieve: 'Forgot password',
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
  },
  home: 'Home page',
  profile: { title: 'Your profile' },
  refused: {
    action: 'To the overview',
    no_power: 'You have no permission for this page, or the file is invalid.',
    nothing: 'You do not have access to any page yet',
    nothing_help:
      'Your group has no access to any page. Please contact the administrator. This page updates by itself.',
  },
} as const;
