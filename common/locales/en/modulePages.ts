/** Pages of modules in the member center. */
export const modulePages = {
  send: 'Send',
  required: 'Fill in this field',
  own: 'What you wrote',
  none: 'Nothing yet',
  open: 'Open the public page',
  remove: 'Delete',
  remove_title: 'Delete this entry?',
  remove_text: 'It can’t be restored.',
  more: 'Show older entries',
};
