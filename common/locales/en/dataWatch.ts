/** Texts of recycle rules and sensitive data rules. */
export const dataWatch = {
  test: 'Test rule…',
  title: 'Test “{{name}}”',
  row: 'Record',
  help: 'Testing doesn’t change or log anything.',
  recycle: 'If “{{title}}” were deleted, the log would show:',
  sensitive: 'If one of these fields of “{{title}}” changed, the log would show this previous value:',
  disabled: 'This rule is disabled, so nothing is logged.',
  hidden: 'logged, but you can’t see it',
  unknown: 'Fields no longer in the table: {{fields}}',
  none: 'Nothing would be logged.',
  close: 'Close',
  before: 'View the record before this change',
  change: 'Change',
  today: 'Today',
  same_as_after: 'unchanged since',
  same_as_before: 'same as before the change',
} as const;
