/** What the server says when something worked. */
export const done = {
  added: 'Added.',
  saved: 'Saved.',
  deleted: 'Deleted.',
  restored: 'Restored.',
  sorted: 'Moved.',
  done: 'Done.',
  fallback: 'Operation successful',
  confirmed: 'Confirmed.',
  sessions_ended: 'Signed out elsewhere.',
  cache_cleared: 'Cache cleaned.',
  signed_in: 'Welcome back!',
  signed_out: 'You have signed out.',
  uploaded: 'Uploaded.',
} as const;
