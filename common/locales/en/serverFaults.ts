/** The refusals that only the server says; browsers do not load these texts. */
export const serverFaults = {
  design: {
    invalid: 'The design cannot be applied: {{problems}}',
    exists: 'There is a table “{{table}}” already.',
    no_table: 'Please enter the data table name.',
    primary_key: 'Exactly one primary key field must be designed.',
    built_in: 'The table “{{table}}” belongs to the product and cannot be designed.',
    table_exists: 'The database already has a table “{{table}}” that no design created.',
    outdated: 'The definition of “{{table}}” has changed since. Please check the changes again.',
    referred: '“{{table}}” cannot be deleted: {{by}} refers to it.',
    other_type: 'The stored values of “{{field}}” cannot become values of the new kind. Please add another field.',
    values_too_long: 'Values of “{{field}}” that are longer than {{max}} characters: {{count}}.',
    values_missing: 'Rows without a value of “{{field}}”: {{count}}. Please fill them in, or set a default.',
    values_repeated: 'Values of “{{field}}” that several rows have: {{count}}. It cannot be unique.',
    table_busy: 'The table “{{table}}” was in use all the time by other transactions. Please try again later.',
    unconfirmed: 'Values would be lost. Please type “{{table}}” to confirm.',
    unchanged: 'The design changes nothing.',
    not_in_force: '“{{table}}” has no active definition that could be changed.',
    unreadable: 'This text cannot be read. Please check its format.',
  },
  job: {
    busy: 'A job for “{{subject}}” is waiting or running already. Please wait until it has ended.',
    ended: 'The job has ended already.',
  },
  ledger: {
    insufficient: 'Not enough: {{available}} available.',
    too_much: 'No account can hold that much.',
    clerk_day: 'This exceeds your daily limit of {{limit}}. Another admin must approve it.',
    second_person: 'Bookings of {{limit}} or more within an hour need the approval of another admin.',
    step_up: 'Bookings of {{limit}} or more within an hour need your password: please confirm it.',
    same_person: 'You cannot decide on your own booking: another admin has to.',
    decided: 'This was decided already.',
    reversed: 'This entry was reversed already.',
    asked: 'The reversal of this entry is already waiting for approval by another admin.',
    no_reversal: 'A reversal cannot be reversed: book the amount again.',
  },
  config: {
    second_person: 'This makes the installation less secure: another admin must approve it.',
    same_person: 'You cannot decide on your own change: another admin must.',
    decided: 'This change was already decided.',
    asked: 'A change of this setting is already waiting for approval.',
    moved: 'The setting was changed since: please ask again.',
    no_approver:
      'Another admin must approve this, and at present none can: the accounts that could were changed within the last {{hours}} hours.',
  },
  approval: {
    recent:
      'Your account or its permissions were set up or changed within the last {{hours}} hours: another admin must approve this.',
    related:
      'Within the last {{hours}} hours you set up the account that asks, or changed how it signs in or its permissions: another admin must approve this.',
  },
  recycle: { back: 'This row is not deleted any more.' },
  undo: { done: 'This was undone already, by {{name}}.' },
  mutation: { reused: 'This operation id was already used for something else.' },
  bulk: {
    too_many: 'At most {{max}} records can be handled at once.',
    too_large: 'With a text of this size at most {{max}} records can be changed at once.',
  },
  mail: {
    failed: 'The mail could not be sent: {{why}}',
    gone: 'This message cannot be sent again.',
    trouble: {
      forbidden: 'this server may not be called.',
      connection: 'the mail server cannot be reached.',
      timeout: 'the mail server did not answer in time.',
      login: 'the mail server refused user and password.',
      recipient: 'the mail server refused the recipient.',
      rejected: 'the mail server refused the mail.',
      later: 'the mail server asks to try again later.',
      other: 'the mail server closed the connection.',
    },
  },
};
