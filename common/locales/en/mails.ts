/**
 * Emails: the subject and text of each one, and `sms` if it can also be sent as a text message. Personal values such as links and codes
 * are parameters.
 */
export const mails = {
  test: {
    subject: 'Test email from {{site}}',
    text: 'This is a test email from {{site}}.\n\nYour email settings work.',
  },
  code: {
    subject: 'Your code for {{site}}',
    text: 'Your code is {{code}}\n\nIt’s valid for {{minutes}} minutes. If you didn’t request it, ignore this email.',
    sms: '{{code}} is your code for {{site}}, valid for {{minutes}} minutes. If you did not request it, ignore this message.',
  },
  retrieve: {
    subject: 'Reset your {{site}} password',
    text: 'Your code to reset your password is {{code}}\n\nIt’s valid for {{minutes}} minutes. If you didn’t request it, ignore this email. Your password won’t change.',
    sms: '{{code}} is your code to reset your {{site}} password, valid for {{minutes}} minutes. If you did not request it, ignore this message.',
  },
  password_changed: {
    subject: 'Your {{site}} password was changed',
    text: 'Hello {{name}},\n\nYour password was changed.\n\nThis wasn’t me: {{link}}\n\nThe link signs you out everywhere, disables the password, restores your previous email address and mobile number, and locks the account for three days. You can then set a new password with a code sent to this address.',
  },
  address_changed: {
    subject: 'Your {{site}} email or mobile number was changed',
    text: 'Hello {{name}},\n\nThe email address or mobile number of your account was changed.\n\nThis wasn’t me: {{link}}\n\nThe link signs you out everywhere, disables the password, restores your previous email address and mobile number, and locks the account for three days. You can then set a new password with a code sent to this address.',
  },
  threshold_above: {
    subject: '{{site}}: {{title}} is at {{found}}',
    text: '{{title}} is at {{found}}, above {{bound}}.\n\n{{link}}',
  },
  threshold_below: {
    subject: '{{site}}: {{title}} is at {{found}}',
    text: '{{title}} is at {{found}}, below {{bound}}.\n\n{{link}}',
  },
  lead_received: {
    subject: '{{site}} received your message',
    text: 'Hello,\n\nThank you for contacting {{site}}. We received your message and will reply soon.\n\n{{site}}\n\nIf you didn’t contact us, someone entered your address by mistake. You can ignore this email.',
  },
  request_received: {
    subject: '{{site}} received your trial request',
    text: 'Hello,\n\nThank you for your interest in a trial. We received your request and will reply soon.\n\n{{site}}\n\nIf you didn’t request a trial, someone entered your address by mistake. You can ignore this email.',
  },
  house_lead: {
    subject: '{{site}}: new message from {{name}}',
    text: '{{name}} sent a message to {{site}} through the contact form.\n\nView it in the console: {{link}}',
  },
  house_request: {
    subject: '{{site}}: trial request from {{name}}',
    text: '{{name}} requested a trial of {{site}}.\n\nView it in the console: {{link}}',
  },
  house_security: {
    subject: '{{site}}: {{what}}',
    text: '{{what}}\n\nAccount: {{name}}\nDetails: {{link}}',
  },
  house_task: {
    subject: '{{site}}: {{name}} failed',
    text: 'The terminal task {{name}} failed. Tasks after it might be waiting.\n\nView the output: {{link}}',
  },
  house_lead_more: {
    subject: '{{site}}: more new messages',
    text: 'You received too many messages this hour to email individually.\n\nView all: {{link}}',
  },
  house_request_more: {
    subject: '{{site}}: more trial requests',
    text: 'You received too many trial requests this hour to email individually.\n\nView all: {{link}}',
  },
  house_security_more: {
    subject: '{{site}}: more security events',
    text: 'There were too many security events this hour to email individually.\n\nView all: {{link}}',
  },
  house_task_more: {
    subject: '{{site}}: more failed tasks',
    text: 'Too many terminal tasks failed this hour to email individually.\n\nView all: {{link}}',
  },
} as const;
