/** Texts of the list of signed-in devices, in both apps. */
export const devices = {
  title: 'Signed-in devices',
  current: 'This device',
  seen: 'Last active {{time}}',
  sign_out: 'Sign out',
  sign_out_named: 'Sign out {{device}}, last active {{time}}',
  sign_out_all: 'Sign out all other devices',
  support: 'Customer service is viewing your account',
  support_text: 'Read-only, up to 15 minutes',
  unknown: 'Unknown device',
} as const;
