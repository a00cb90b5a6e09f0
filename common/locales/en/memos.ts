/** Why the house books an entry by itself. */
export const memos = {
  check_in: 'Daily check-in, day {{days}}',
};
