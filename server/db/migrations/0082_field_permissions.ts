/** Migration 0082_field_permissions: who may read and write a designed field. Never changed after release. */
import type { Migration } from '../migrate';

const COLUMNS = [
  "`read_permission` VARCHAR(46) NOT NULL DEFAULT ''",
  "`write_permission` VARCHAR(46) NOT NULL DEFAULT ''",
] as const;

export const m0082FieldPermissions: Migration = {
  id: '0082_field_permissions',
  sqlite: COLUMNS.map((column) => `ALTER TABLE \`crud_design_field\` ADD COLUMN ${column}`),
  mariadb: COLUMNS.map((column) => `ALTER TABLE \`crud_design_field\` ADD COLUMN IF NOT EXISTS ${column}`),
};
