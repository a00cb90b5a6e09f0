/** Words of the control that sends files. */
export const upload = {
  broken: 'The connection broke while “{{name}}” was sent.',
  store_broken: 'The file store did not take “{{name}}”. Nothing of it was kept.',
  too_many: 'At most {{max}} files are allowed; the others were not added.',
  waiting: 'Waiting',
  progress: '{{percent}} % of {{size}}',
  sending: 'Uploading {{name}}',
  storing: 'Checking and storing …',
  cancel: 'Cancel uploading {{name}}',
  retry: 'Try again',
  retry_of: 'Try again: {{name}}',
  dismiss: 'Dismiss {{name}}',
  list: 'Uploads',
  how: 'Choose, drop or paste',
  most: 'up to {{size}}',
  types: 'Allowed: {{types}}',
  drop_here: 'Drop to upload',
};
