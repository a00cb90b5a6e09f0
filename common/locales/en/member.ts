/** Texts of the member center. */
export const member = {
  login: {
    login: 'Sign in',
    register: 'Create account',
    retrieve: 'Forgot password',
    heading: 'Member sign-in',
    lead: 'Your profile, balance and points in one place.',
    account: 'Username, email or mobile',
    required: {
      account: 'Enter your username, email or mobile number',
      password: 'Enter your password',
    },
  },
  overview: {
    title: 'Overview',
  },
  home: 'Home page',
  profile: { title: 'Your profile' },
  refused: {
    action: 'Go to overview',
    no_access: 'No permission or invalid file.',
    gone: 'This page no longer exists',
    gone_help: 'Its module was turned off, or your access to it was removed.',
    nothing: 'You don’t have access to any pages yet',
    nothing_help: 'Your group has no access to any page. Contact the administrator. This page updates automatically.',
  },
} as const;
