/** What the server says when something worked. */
export const done = {
  added: 'Added.',
  saved: 'Saved.',
  deleted: 'Deleted.',
  restored: 'Restored.',
  sorted: 'Moved.',
  done: 'Done.',
  signed_in: 'Welcome back!',
  signed_out: 'You have signed out.',
  uploaded: 'Uploaded.',
} as const;
