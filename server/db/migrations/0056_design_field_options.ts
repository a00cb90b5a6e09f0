/** Migration 0056_design_field_options: what lists and forms do with a designed field. Never changed after release. */
import type { Migration } from '../migrate';

const COLUMNS = [
  '`operators` LONGTEXT',
  '`is_sortable` BIGINT NOT NULL DEFAULT 1',
  "`list_rendering` VARCHAR(20) NOT NULL DEFAULT ''",
  '`list_width` BIGINT',
  '`decimals` BIGINT',
  '`step` DOUBLE',
  "`invalid_en` VARCHAR(200) NOT NULL DEFAULT ''",
  "`invalid_zh` VARCHAR(200) NOT NULL DEFAULT ''",
  '`target_fields` LONGTEXT',
  '`former_names` LONGTEXT',
] as const;

export const m0056DesignFieldOptions: Migration = {
  id: '0056_design_field_options',
  sqlite: COLUMNS.map((column) => `ALTER TABLE \`crud_design_field\` ADD COLUMN ${column}`),
  mariadb: COLUMNS.map((column) => `ALTER TABLE \`crud_design_field\` ADD COLUMN IF NOT EXISTS ${column}`),
};
