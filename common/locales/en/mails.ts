/** Mails: a subject and a text for each occasion, and a short one where it may leave as a text message. What only the recipient may know is given as a value, never written here. */
export const mails = {
  test: {
    subject: 'Test mail from {{site}}',
    text: 'This is a test mail from {{site}}.\n\nIf you can read it, sending mail works.',
  },
  code: {
    subject: 'Your code for {{site}}',
    text: 'Your code is {{code}}\n\nIt is valid for {{minutes}} minutes. If you did not ask for it, please ignore this mail.',
    sms: '{{code}} is your code for {{site}}, valid for {{minutes}} minutes. Not you? Please ignore it.',
  },
  retrieve: {
    subject: 'Reset your password at {{site}}',
    text: 'Your code to set a new password is {{code}}\n\nIt is valid for {{minutes}} minutes. If you did not ask for it, please ignore this mail: your password stays as it is.',
    sms: '{{code}} is your code to set a new password at {{site}}, valid for {{minutes}} minutes. Not you? Please ignore it.',
  },
  password_changed: {
    subject: 'Your password at {{site}} was changed',
    text: 'Hello {{name}},\n\nYour password was changed.\n\nThis wasn’t me: {{link}}\n\nThe link ends all sessions, invalidates the password, restores the previous e-mail address and mobile number, and locks the account for three days. Then set a new password with a code sent to this address.',
  },
  address_changed: {
    subject: 'Your e-mail or mobile at {{site}} was changed',
    text: 'Hello {{name}},\n\nThe e-mail address or mobile number of your account was changed.\n\nThis wasn’t me: {{link}}\n\nThe link ends all sessions, invalidates the password, restores the previous e-mail address and mobile number, and locks the account for three days. Then set a new password with a code sent to this address.',
  },
  threshold_above: {
    subject: '{{title}}: {{found}} in {{site}}',
    text: '{{title}} is at {{found}}, more than {{bound}}.\n\n{{link}}',
  },
  threshold_below: {
    subject: '{{title}}: {{found}} in {{site}}',
    text: '{{title}} is at {{found}}, less than {{bound}}.\n\n{{link}}',
  },
  lead_received: {
    subject: '{{site}} has received your message',
    text: 'Hello,\n\nthank you for your message. We have received it and will answer soon.\n\n{{site}}\n\nYou did not write to us? Then somebody entered your address by mistake, and you may ignore this mail.',
  },
  request_received: {
    subject: '{{site}} has received your trial request',
    text: 'Hello,\n\nthank you for your interest in a trial. We have received your request and will answer soon.\n\n{{site}}\n\nYou did not ask for a trial? Then somebody entered your address by mistake, and you may ignore this mail.',
  },
  house_lead: {
    subject: '{{site}}: a message from {{name}}',
    text: '{{name}} wrote to {{site}} through the contact form.\n\nIt waits in the console: {{link}}',
  },
  house_request: {
    subject: '{{site}}: {{name}} asks for a trial',
    text: '{{name}} asked {{site}} for a trial.\n\nThe request waits in the console: {{link}}',
  },
  house_security: {
    subject: '{{site}}: {{what}}',
    text: '{{what}}\n\nAccount: {{name}}\nMore in the console: {{link}}',
  },
  house_task: {
    subject: '{{site}}: {{name}} failed',
    text: 'The terminal task {{name}} ended without success, and the tasks behind it may wait for it.\n\nIts output: {{link}}',
  },
  house_lead_more: {
    subject: '{{site}}: more messages than were mailed',
    text: 'Within an hour more messages came through the contact form than are mailed one by one.\n\nAll of them: {{link}}',
  },
  house_request_more: {
    subject: '{{site}}: more trial requests than were mailed',
    text: 'Within an hour more trial requests came than are mailed one by one.\n\nAll of them: {{link}}',
  },
  house_security_more: {
    subject: '{{site}}: more security events than were mailed',
    text: 'Within an hour more security events happened than are mailed one by one.\n\nAll of them: {{link}}',
  },
  house_task_more: {
    subject: '{{site}}: more failed tasks than were mailed',
    text: 'Within an hour more terminal tasks ended without success than are mailed one by one.\n\nAll of them: {{link}}',
  },
} as const;
