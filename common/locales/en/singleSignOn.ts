/** Single sign-on of staff. */
export const singleSignOn = {
  title: 'Single sign-on',
  or: 'or',
  sign_in: 'Sign in with single sign-on',
  busy: 'Signing in…',
  no_request: 'This sign-in wasn’t started in this tab. Start again.',
  to_login: 'Back to sign-in',
  to_profile: 'Back to your profile',
  linked: 'You can sign in through {{provider}}.',
  unlinked: 'Link your account to sign in through {{provider}}.',
  link: 'Link account',
  unlink: 'Unlink',
};
