/** Texts of API tokens and app secrets. */
export const tokens = {
  token: 'Token',
  token_show: 'Show token',
  token_title: 'Token “{{name}}”',
  token_once: 'Copy it now. You won’t be able to see it again. Programs send it as “Authorization: Bearer …”.',
  secret: 'Secret',
  secret_show: 'Show secret',
  secret_title: 'Secret of “{{name}}”',
  secret_once:
    'Copy it now. You won’t be able to see it again. If you lose it, create a new one. The old one then stops working.',
  token_copy: 'Copy',
  token_copied: 'Token copied',
  token_copy_failed: 'Your browser blocked copying. Select the text and copy it.',
  token_done: 'Done',
} as const;
