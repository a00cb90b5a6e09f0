/** Memos of entries that the server books. */
export const memos = {
  check_in: 'Daily check-in, day {{days}}',
  purchase: 'Plugin “{{title}}”',
  activation: 'Activation code •••• {{end}}',
};
