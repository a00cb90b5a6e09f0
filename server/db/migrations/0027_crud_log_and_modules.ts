/** Migration 0027_crud_log_and_modules: written by `npm run migrate:make`, looked over, never changed once released. */
import type { Migration } from '../migrate';

export const m0027CrudLogAndModules: Migration = {
  id: '0027_crud_log_and_modules',
  sqlite: [
    "CREATE TABLE IF NOT EXISTS `crud_record` (`id` INTEGER PRIMARY KEY AUTOINCREMENT, `create_time` BIGINT NOT NULL DEFAULT 0, `revision` BIGINT NOT NULL DEFAULT 1, `table_name` VARCHAR(40), `table` LONGTEXT, `fields` LONGTEXT, `field_count` BIGINT NOT NULL DEFAULT 0, `status` VARCHAR(255) NOT NULL DEFAULT 'success', `source` VARCHAR(255) NOT NULL DEFAULT 'code', `table_name_n` VARCHAR(80))",
    'CREATE INDEX IF NOT EXISTS `i_crud_record__table_name_n` ON `crud_record` (`table_name_n`)',
    'CREATE INDEX IF NOT EXISTS `i_crud_record__create_time` ON `crud_record` (`create_time`, `id`)',
    "CREATE TRIGGER IF NOT EXISTS `crud_record__no_update` BEFORE UPDATE ON `crud_record` BEGIN SELECT RAISE(ABORT, 'append-only'); END",
    "CREATE TRIGGER IF NOT EXISTS `crud_record__no_delete` BEFORE DELETE ON `crud_record` BEGIN SELECT RAISE(ABORT, 'append-only'); END",
    "CREATE TABLE IF NOT EXISTS `module` (`id` INTEGER PRIMARY KEY AUTOINCREMENT, `create_time` BIGINT NOT NULL DEFAULT 0, `revision` BIGINT NOT NULL DEFAULT 1, `weigh` BIGINT NOT NULL DEFAULT 0, `update_time` BIGINT NOT NULL DEFAULT 0, `delete_time` BIGINT, `uid` VARCHAR(60) NOT NULL DEFAULT '', `title` VARCHAR(60) NOT NULL DEFAULT '', `version` VARCHAR(30) NOT NULL DEFAULT '', `state` VARCHAR(255) NOT NULL DEFAULT 'unknown', `uid_n` VARCHAR(120), `title_n` VARCHAR(120), `version_n` VARCHAR(60), `live` BIGINT NOT NULL DEFAULT 0)",
    'CREATE UNIQUE INDEX IF NOT EXISTS `u_module__uid` ON `module` (`uid_n`, `live`)',
    'CREATE INDEX IF NOT EXISTS `i_module__title_n` ON `module` (`title_n`)',
    'CREATE INDEX IF NOT EXISTS `i_module__weigh` ON `module` (`delete_time`, `weigh`, `id`)',
  ],
  mariadb: [
    "CREATE TABLE IF NOT EXISTS `crud_record` (`id` BIGINT NOT NULL AUTO_INCREMENT, `create_time` BIGINT NOT NULL DEFAULT 0, `revision` BIGINT NOT NULL DEFAULT 1, `table_name` VARCHAR(40), `table` LONGTEXT, `fields` LONGTEXT, `field_count` BIGINT NOT NULL DEFAULT 0, `status` VARCHAR(255) NOT NULL DEFAULT 'success', `source` VARCHAR(255) NOT NULL DEFAULT 'code', `table_name_n` VARCHAR(80), PRIMARY KEY (`id`), KEY `i_crud_record__table_name_n` (`table_name_n`), KEY `i_crud_record__create_time` (`create_time`, `id`)) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin",
    "CREATE TRIGGER IF NOT EXISTS `crud_record__no_update` BEFORE UPDATE ON `crud_record` FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'append-only'",
    "CREATE TRIGGER IF NOT EXISTS `crud_record__no_delete` BEFORE DELETE ON `crud_record` FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'append-only'",
    "CREATE TABLE IF NOT EXISTS `module` (`id` BIGINT NOT NULL AUTO_INCREMENT, `create_time` BIGINT NOT NULL DEFAULT 0, `revision` BIGINT NOT NULL DEFAULT 1, `weigh` BIGINT NOT NULL DEFAULT 0, `update_time` BIGINT NOT NULL DEFAULT 0, `delete_time` BIGINT, `uid` VARCHAR(60) NOT NULL DEFAULT '', `title` VARCHAR(60) NOT NULL DEFAULT '', `version` VARCHAR(30) NOT NULL DEFAULT '', `state` VARCHAR(255) NOT NULL DEFAULT 'unknown', `uid_n` VARCHAR(120), `title_n` VARCHAR(120), `version_n` VARCHAR(60), `live` BIGINT NOT NULL DEFAULT 0, PRIMARY KEY (`id`), UNIQUE KEY `u_module__uid` (`uid_n`, `live`), KEY `i_module__title_n` (`title_n`), KEY `i_module__weigh` (`delete_time`, `weigh`, `id`)) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin",
  ],
};
