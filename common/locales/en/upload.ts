/** Texts of the upload control. */
export const upload = {
  broken: 'The connection was lost while uploading “{{name}}”.',
  store_broken: 'The object store didn’t accept “{{name}}”. Nothing was saved.',
  too_many: 'You can add up to {{max}} files. The others were skipped.',
  waiting: 'Waiting',
  progress: '{{percent}}% of {{size}}',
  sending: 'Uploading {{name}}',
  storing: 'Processing…',
  cancel: 'Cancel upload of {{name}}',
  retry: 'Try again',
  retry_of: 'Try again: {{name}}',
  dismiss: 'Dismiss {{name}}',
  list: 'Uploads',
  how: 'Choose, drop or paste',
  most: 'up to {{size}}',
  types: 'Allowed: {{types}}',
  drop_here: 'Drop to upload',
};
