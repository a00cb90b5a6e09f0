/** Why the house books an entry by itself. */
export const memos = {
  check_in: 'Day {{days}} of checking in',
};
