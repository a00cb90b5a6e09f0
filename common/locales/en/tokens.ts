/** Texts of API tokens and app secrets. */
export const tokens = {
  token: 'Token',
  token_show: 'Show token',
  token_title: 'Token “{{name}}”',
  token_once:
    'Copy it now: it is shown this once and cannot be shown again. Programs send it as “Authorization: Bearer …”.',
  secret: 'Secret',
  secret_show: 'Show the secret',
  secret_title: 'Secret of “{{name}}”',
  secret_once: 'Copy it now: it is shown only once. If you lose it, create a new one; the old one stops working then.',
  token_copy: 'Copy',
  token_copied: 'Token copied',
  token_copy_failed: 'The browser refused to copy: please select the token and copy it yourself',
  token_done: 'Done',
} as const;
