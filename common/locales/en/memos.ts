/** Memos of entries that the server books. */
export const memos = {
  check_in: 'Daily check-in, day {{days}}',
  activation: 'Activation code •••• {{end}}',
};
