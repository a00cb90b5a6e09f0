/** Texts of recycle rules and sensitive data rules. */
export const dataWatch = {
  test: 'Test the rule…',
  title: 'Test “{{name}}”',
  row: 'Row',
  help: 'Nothing is changed or recorded by the test.',
  recycle: 'If “{{title}}” were deleted, the log would record:',
  sensitive: 'If one of these fields of “{{title}}” were changed, the log would record this as the value before:',
  disabled: 'The rule is disabled, so nothing is recorded now.',
  hidden: 'recorded, but you may not see it',
  unknown: 'Fields that the table no longer has: {{fields}}',
  none: 'Nothing would be recorded.',
  close: 'Close',
  before: 'Show the record before this',
  change: 'Change',
  today: 'Today',
  same_as_after: 'unchanged since',
  same_as_before: 'as before the change',
} as const;
