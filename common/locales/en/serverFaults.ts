/** Error messages that only the server sends; they are not in the client bundle. */
import { callFaults } from '../storedFaults/callFaults';
import { sourceFaults } from '../storedFaults/sourceFaults';

export const serverFaults = {
  request: {
    moment: 'The data can’t be shown as of this time.',
    too_many_changes:
      'More than {{max}} changes were made since then, too many to show the data as it was. Choose a later time.',
  },
  member: {
    link_over: 'This link has expired or was already used.',
    holds_money:
      'Some of these members still have a balance ({{count}}, {{amount}} in total). Confirm each amount to delete them.',
    delete_second:
      'Another admin must approve deleting members with this much balance. Your earlier deletions count too.',
    money_moved: 'The balance has changed since the request. Request approval again.',
    locked_changes:
      'This account is locked for three days after “This wasn’t me”. Set a new password by email, or contact an administrator.',
    no_registration: 'Registration is closed.',
    verify_first: 'Confirm your current address first.',
    factor_on: 'Two-step verification is already on.',
    signed_today: 'You’ve already checked in today.',
    check_in_closed: 'Check-in is turned off.',
    code_refused: '{{why}}.',
  },
  upload: {
    content: 'The content of “{{name}}” doesn’t match its extension.',
    hard_cap: 'The file is too large.',
    picture: '“{{name}}” isn’t a readable image.',
    pixels: '“{{name}}” has more than {{max}} megapixels, the limit for this type of image.',
    crowded: 'Too many images are being processed. Try again in a moment.',
    busy: 'This file is being uploaded in another window.',
    gone: 'This upload has expired. Start it again.',
    lost: 'The file itself no longer exists, so its record can’t be restored.',
    offset: 'Upload out of sync. Try again.',
    quota: 'You have no storage left for more files.',
    local: 'Files are stored on this server. Upload the file here.',
    ticket: 'This upload has expired or was already used. Upload the file again.',
    absent: 'The file hasn’t arrived in the object store.',
    differs: 'The uploaded file isn’t the one that was announced.',
    store: 'The object store isn’t responding. Try again in a moment.',
  },
  access: {
    beyond_parent: 'The parent group doesn’t have all of these permissions.',
  },
  form: {
    captcha_required: 'One more step: enter the characters in the image, then send again.',
  },
  design: {
    invalid: 'This design can’t be applied: {{problems}}',
    exists: 'The table “{{table}}” already exists.',
    has_design: '“{{table}}” already has a design. Open it, or replace its fields.',
    no_table: 'Enter the data table name.',
    primary_key: 'Exactly one primary key field must be designed.',
    built_in: 'The table “{{table}}” is part of the product and can’t be designed.',
    table_exists: 'The database already has a table “{{table}}” that wasn’t designed here.',
    outdated: 'The definition of “{{table}}” has changed. Check the changes again.',
    field_gone: '“{{table}}” no longer has the field “{{field}}”. Restore the field first.',
    others_need: 'Other tables need “{{table}}” as it is. {{problems}}',
    referred: 'Can’t delete “{{table}}”. {{by}} refers to it.',
    password_kind: '“{{field}}” stays a password: another kind would show hashes. Add another field instead.',
    other_type: 'The stored values of “{{field}}” can’t be converted. Add another field instead.',
    values_too_long:
      'Allow more than {{max}} characters in “{{field}}”, or shorten its longer values first: {{count}}.',
    values_unfit:
      'Change the values of “{{field}}” that it doesn’t allow first: {{count}}. Or add another field instead.',
    values_missing: 'Fill in “{{field}}” or set a default. Records without a value: {{count}}.',
    values_repeated: '“{{field}}” can’t be unique. Values used more than once: {{count}}.',
    table_busy: 'The table “{{table}}” is busy. Try again later.',
    unconfirmed: 'Values would be lost. Type “{{table}}” to confirm.',
    unchanged: 'There’s nothing to apply.',
    active: '“{{table}}” is active. Only a deleted entity can be restored.',
    grant_to_none: 'There is no role group {{group}}. Select the groups again.',
    not_in_force: '“{{table}}” has no active definition.',
    name_in_use:
      'Another entity is named “{{table}}” now. Delete it first, then restore this one. The records of both stay archived.',
    not_newest: 'Choose the newest record of “{{table}}”. Only the newest change can be undone.',
    unreadable: 'This text can’t be read. {{reason}}',
    grant_beyond_parent:
      '“{{group}}” can’t have permissions that the group above it doesn’t have. Grant them to “{{parent}}” too.',
    of_module: '“{{table}}” belongs to the module “{{module}}”. Update or uninstall the module instead.',
  },
  module: {
    archive: 'This file isn’t a valid package: {{reason}}.',
    invalid: 'The package is invalid: {{problems}}',
    signature: 'The signature doesn’t match. The package was changed or isn’t signed.',
    signer: 'The package was signed with an untrusted key: {{key}}',
    code_signer: 'The package contains code, and code signed by “{{signer}}” can’t run here.',
    hook_unreadable:
      'The module “{{module}}” checks this, but its package is missing. Nothing was changed. Upload its package again, or disable the module, in Modules.',
    hook_failed: 'The module “{{module}}” couldn’t check this. Nothing was changed. Try again later.',
    downgrade: 'Version {{version}} is not newer than the installed version {{installed}}.',
    required_by: 'Other modules need this one: {{modules}}.',
    conflicts: 'Resolve the conflicts first: {{count}}.',
    archive_needs: 'The archived records of {{name}} refer to records of {{needed}}. Restore both, or neither.',
    dependencies: 'Install these modules first: {{modules}}.',
    dependencies_off:
      'This server can’t install npm packages, and the module needs {{packages}}. Ask the operator to turn this on.',
    dependencies_failed: 'npm couldn’t install {{packages}}. The terminal shows why.',
    hooks_broken: 'The code of the module can’t be loaded: {{reason}}',
    seed_row: 'Step “Add initial records”: “{{entity}}”, row {{row}}: {{problem}}',
    update_disabled: 'This module is disabled. Enable it, then update it.',
    update_waits: 'The new version is ready. Install it to continue.',
    blocked: 'This module can’t be installed. {{reasons}}',
    state: 'This isn’t possible while the module is “{{state}}”.',
    outdated: 'The module has changed. Start again.',
    none_waits: 'No package of this module waits to be installed. Upload one, or download it from the marketplace.',
    rules_below:
      'Other menu rules are below those of this module: {{rules}}. Move or delete them in Menu rules first, then try again.',
    replaced_rules:
      'Other menu rules are below those that would be replaced: {{rules}}. Move or delete them in Menu rules first, or keep the existing rules.',
    rule: 'Menu rule {{rule}}: {{problem}}',
    rule_disabled:
      'This menu rule belongs to the module “{{module}}”, which is disabled. Enable the module, then its menu rules come back.',
    package_gone: 'The package is no longer stored. Upload it again.',
  },
  compat: {
    step_up: 'Confirm your password again: sign out, sign in, and try again. Nothing was changed.',
    enrol:
      'Your role group requires two-step verification, which this console can’t set up. Open {{url}}, set it up, and sign in here again.',
    second_factor:
      'Password accepted. This account uses two-step verification. Type your password, a space and the 6-digit code in the password field.',
    passkey_only:
      'Password accepted. This account uses a passkey, which this page doesn’t have. Sign in at {{url}}, or add an authenticator app there.',
    design_lossy:
      'Generating “{{table}}” would lose or cut the values of: {{columns}}. Nothing was changed. Press Generate again and confirm that the table exists.',
    one_statement: 'This text creates more than one table. Send one CREATE TABLE statement only.',
    design_names:
      'These columns can’t have their names here: {{names}}. Rename them and generate again. Nothing was changed.',
    first_contact:
      'This page doesn’t send your password with this request. Add your first email address or mobile number at {{url}}. No code was sent.',
    code_captcha:
      'The next code needs a captcha, which this page can’t show. Request it at {{url}}, or try again in an hour. No code was sent.',
    code_captcha_always: 'A code needs a captcha, which this page can’t show. Request it at {{url}}. No code was sent.',
    own_password:
      'This page can’t ask for your current password. Change your own password at {{url}}. Nothing was saved.',
    booking_approval:
      'Adjustments of {{limit}} or more within an hour need approval from another admin. Request it at {{url}}, with the member’s balance. The balance is unchanged.',
    booking_day:
      'This exceeds your daily limit of {{limit}}. Request approval from another admin at {{url}}, with the member’s balance. The balance is unchanged.',
    setting_approval:
      'This lowers security, so another admin must approve it. Request the approval at {{url}}. Nothing was saved.',
    holds_money:
      'Some of these members still have a balance ({{count}}, {{amount}} in total). Nothing was deleted. Delete them at {{url}}, where each amount can be confirmed.',
    unsortable: 'This list can’t be sorted by “{{field}}”, which belongs to another table or is computed.',
    rule_type:
      'The member center has no navigation entries and no buttons as rules. Choose a route, a folder or a menu item.',
    client_file:
      'Only screens of this product can be opened, so a file of your client can’t be stored. Choose the file of an existing screen, or use a link.',
    secret: 'Secrets ({{titles}}) are set at {{url}}. Leave them as they are here. Nothing was saved.',
    fields: '{{errors}}',
    duplicate: '{{errors}}',
    throttled: '{{message}}',
    payment: 'WeChat Pay and Alipay are not offered here. Pay from the balance or with points.',
  },
  oidc: {
    disabled: 'Single sign-on is not set up.',
    unreachable: 'The sign-in service doesn’t answer. Try again later.',
    failed: 'The answer of the sign-in service couldn’t be verified. Start again.',
    expired: 'Signing in took too long. Start again.',
    unlinked: 'No account is linked to this sign-in. Sign in with your password and link it in your profile.',
    taken: 'This sign-in is linked to another account.',
  },
  market: {
    closed: 'This site doesn’t publish plugins.',
    key: 'The market key is wrong, disabled or expired.',
    owned: 'This account already has the plugin.',
    not_for_points: 'This plugin can’t be bought with points.',
    price_changed: 'The price is now {{price}}. Check it and buy again.',
    not_entitled: 'Buy the plugin first.',
    code_other: 'This code doesn’t include this plugin.',
    refunded: 'This purchase has already been refunded.',
    refund_declined: 'A refund was already declined. Contact the publisher.',
    not_requested: 'No refund was requested for this purchase.',
    package_mismatch: 'The package must be {{expected}}, but it is {{found}}.',
    ...sourceFaults.en,
  },
  preview: { no_page: 'No page shows this record. Change “{{field}}” to preview it.' },
  job: {
    busy: 'A job for “{{subject}}” is already running or waiting. Wait until it’s done.',
    ended: 'This job has already ended.',
  },
  import: {
    unreadable: 'This isn’t a CSV or XLSX file. Save the sheet in one of these formats, without a password.',
    archive: 'This workbook is damaged or unpacks to too much data.',
    too_large: 'The file is larger than {{max}} bytes.',
    too_many_rows: 'The file has more than {{max}} rows.',
    too_many_columns: 'The file has more than {{max}} columns.',
    cell_too_long: 'A cell in row {{row}} has more than {{max}} characters.',
    empty: 'The file has no rows under its headings.',
    mapping: 'Choose a field for at least one column, and use each field only once.',
    column_denied: 'You can’t edit the field “{{field}}”.',
    key: 'To update rows, choose a key that is one of the mapped fields.',
    busy: 'You already have an import running. Wait until it’s done or cancel it.',
    unchecked: 'Check the file before you import it.',
    state: 'This isn’t possible in the import’s current state.',
    gone: 'The file is no longer stored. Upload it again.',
  },
  app: {
    stopped: 'This app is not running.',
    terminal_off: 'Packaging runs in the terminal, which is turned off on this server.',
  },
  open: {
    ...callFaults.en,
    time: 'The request time differs from the server’s time by more than {{seconds}}.',
    limit: 'The app has reached its limit of calls per minute. Try again in {{seconds}}.',
    answer_too_large: 'The upstream’s response is larger than {{max}} bytes.',
    upstream_broken: 'The upstream has failed repeatedly. Try again in {{seconds}}.',
  },
  ledger: {
    insufficient: 'Not enough: {{available}} available.',
    too_much: 'This exceeds the maximum balance.',
    clerk_day: 'This exceeds your daily limit of {{limit}}. Another admin must approve it.',
    second_person: 'Adjustments of {{limit}} or more within an hour need approval from another admin.',
    step_up: 'Adjustments of {{limit}} or more within an hour need your password.',
    same_person: 'You can’t approve or reject your own adjustment. Another admin must.',
    decided: 'This was already approved or rejected.',
    reversed: 'This entry was already reversed.',
    asked: 'The reversal of this entry is already waiting for approval.',
    no_reversal: 'A reversal can’t be reversed. Add a new adjustment instead.',
  },
  config: {
    second_person: 'This lowers security. Another admin must approve it.',
    same_person: 'You can’t approve or reject your own change. Another admin must.',
    decided: 'This change was already approved or rejected.',
    asked: 'A change of this setting is already waiting for approval.',
    moved: 'The setting has changed. Request approval again.',
    no_approver:
      'Another admin must approve this, but none can right now: the accounts that could were changed in the last {{hours}} hours.',
  },
  approval: {
    recent: 'Your account or permissions changed in the last {{hours}} hours, so another admin must approve this.',
    related:
      'You created the requester’s account or changed its sign-in or permissions in the last {{hours}} hours, so another admin must approve this.',
  },
  recycle: { back: 'This record is no longer deleted.' },
  undo: { done: '{{name}} already undid this.' },
  mutation: { reused: 'This operation ID was already used.' },
  view: { too_many: 'A list can have at most {{max}} saved views. Delete one first.' },
  passkey: { too_many: 'An account can have at most {{max}} passkeys. Remove one first.' },
  bulk: {
    too_many: 'At most {{max}} records can be changed at once.',
    too_large: 'With this much text, at most {{max}} records can be changed at once.',
  },
  mail: {
    failed: 'The email couldn’t be sent: {{why}}',
    gone: 'This message can’t be sent again.',
    trouble: {
      forbidden: 'calls to this server aren’t allowed.',
      connection: 'the mail server can’t be reached.',
      timeout: 'the mail server didn’t respond in time.',
      login: 'the mail server rejected the user name or password.',
      recipient: 'the mail server rejected the recipient.',
      rejected: 'the mail server rejected the email.',
      later: 'the mail server asked to try again later.',
      other: 'the mail server closed the connection.',
    },
  },
};
