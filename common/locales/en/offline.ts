/** Texts of work without a connection. */
export const offline = {
  queued_one: 'Queued ({{count}}). It is saved as soon as the connection is back.',
  queued_other: 'Queued ({{count}}). They are saved as soon as the connection is back.',
  sent: '{{title}}: saved, now that the connection is back',
  clashed: '{{title}}: somebody changed the same meanwhile. Nothing was overwritten; open it and decide.',
  refused: '{{title}}: could not be saved. What you typed is kept.',
  open: 'Open',
  delete_offline: 'There is no connection. Deleting has to wait until it is back; nothing was deleted.',
  act_offline: 'There is no connection. Try again when it is back; nothing was done.',
  uploading: 'Saving is possible once the file has arrived',
};
