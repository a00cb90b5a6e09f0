/** Names of the columns every entity carries. */
export const columns = {
  id: 'ID',
  weigh: 'Weight',
  create_time: 'Created',
  update_time: 'Updated',
  delete_time: 'Deleted',
  revision: 'Revision',
  /** The companions of translated fields, and their group in a form. */
  english: { field: '{{label}} (English)', group: 'English' },
  /** Permissions of single fields. */
  permission: { see: 'View {{fields}}', write: 'Edit {{fields}}' },
  /** Units shown behind numbers. */
  unit: { px: 'px', bytes: 'bytes', ms: 'ms' },
} as const;
