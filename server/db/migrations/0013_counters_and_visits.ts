/**
 * Migration 0013_counters_and_visits creates `counter_state`, `counter_cell`, `visit_day`, `visit_mark`, `work_day`, `visit`. Generated
 * by `npm run migrate:make` and reviewed; never changed after release.
 */
import type { Migration } from '../migrate';

export const m0013CountersAndVisits: Migration = {
  id: '0013_counters_and_visits',
  sqlite: [
    'CREATE TABLE IF NOT EXISTS `counter_state` (`id` VARCHAR(20) NOT NULL PRIMARY KEY, `epoch` VARCHAR(26) NOT NULL, `seq` BIGINT NOT NULL)',
    'CREATE TABLE IF NOT EXISTS `counter_cell` (`id` VARCHAR(190) NOT NULL PRIMARY KEY, `fold` VARCHAR(20) NOT NULL, `bucket` BIGINT NOT NULL, `dim` VARCHAR(120) NOT NULL, `value` BIGINT NOT NULL)',
    'CREATE INDEX IF NOT EXISTS `i_counter_cell__fold` ON `counter_cell` (`fold`)',
    'CREATE TABLE IF NOT EXISTS `visit_day` (`id` VARCHAR(10) NOT NULL PRIMARY KEY, `salt` VARCHAR(64) NOT NULL)',
    'CREATE TABLE IF NOT EXISTS `visit_mark` (`id` VARCHAR(64) NOT NULL PRIMARY KEY, `day` VARCHAR(10) NOT NULL)',
    'CREATE INDEX IF NOT EXISTS `i_visit_mark__day` ON `visit_mark` (`day`)',
    'CREATE TABLE IF NOT EXISTS `work_day` (`id` VARCHAR(40) NOT NULL PRIMARY KEY, `since` BIGINT NOT NULL)',
    'CREATE INDEX IF NOT EXISTS `i_work_day__since` ON `work_day` (`since`)',
    "CREATE TABLE IF NOT EXISTS `visit` (`id` INTEGER PRIMARY KEY AUTOINCREMENT, `create_time` BIGINT NOT NULL DEFAULT 0, `revision` BIGINT NOT NULL DEFAULT 1, `weigh` BIGINT NOT NULL DEFAULT 0, `update_time` BIGINT NOT NULL DEFAULT 0, `delete_time` BIGINT, `quarter` BIGINT NOT NULL DEFAULT 0, `side` VARCHAR(255) NOT NULL DEFAULT 'site', `pages` BIGINT NOT NULL DEFAULT 0, `visitors` BIGINT NOT NULL DEFAULT 0, `live` BIGINT NOT NULL DEFAULT 0)",
    'CREATE INDEX IF NOT EXISTS `i_visit__quarter` ON `visit` (`delete_time`, `quarter`, `id`)',
    'CREATE INDEX IF NOT EXISTS `i_visit__weigh` ON `visit` (`delete_time`, `weigh`, `id`)',
  ],
  mariadb: [
    'CREATE TABLE IF NOT EXISTS `counter_state` (`id` VARCHAR(20) NOT NULL, `epoch` VARCHAR(26) NOT NULL, `seq` BIGINT NOT NULL, PRIMARY KEY (`id`)) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin',
    'CREATE TABLE IF NOT EXISTS `counter_cell` (`id` VARCHAR(190) NOT NULL, `fold` VARCHAR(20) NOT NULL, `bucket` BIGINT NOT NULL, `dim` VARCHAR(120) NOT NULL, `value` BIGINT NOT NULL, PRIMARY KEY (`id`), KEY `i_counter_cell__fold` (`fold`)) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin',
    'CREATE TABLE IF NOT EXISTS `visit_day` (`id` VARCHAR(10) NOT NULL, `salt` VARCHAR(64) NOT NULL, PRIMARY KEY (`id`)) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin',
    'CREATE TABLE IF NOT EXISTS `visit_mark` (`id` VARCHAR(64) NOT NULL, `day` VARCHAR(10) NOT NULL, PRIMARY KEY (`id`), KEY `i_visit_mark__day` (`day`)) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin',
    'CREATE TABLE IF NOT EXISTS `work_day` (`id` VARCHAR(40) NOT NULL, `since` BIGINT NOT NULL, PRIMARY KEY (`id`), KEY `i_work_day__since` (`since`)) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin',
    "CREATE TABLE IF NOT EXISTS `visit` (`id` BIGINT NOT NULL AUTO_INCREMENT, `create_time` BIGINT NOT NULL DEFAULT 0, `revision` BIGINT NOT NULL DEFAULT 1, `weigh` BIGINT NOT NULL DEFAULT 0, `update_time` BIGINT NOT NULL DEFAULT 0, `delete_time` BIGINT, `quarter` BIGINT NOT NULL DEFAULT 0, `side` VARCHAR(255) NOT NULL DEFAULT 'site', `pages` BIGINT NOT NULL DEFAULT 0, `visitors` BIGINT NOT NULL DEFAULT 0, `live` BIGINT NOT NULL DEFAULT 0, PRIMARY KEY (`id`), KEY `i_visit__quarter` (`delete_time`, `quarter`, `id`), KEY `i_visit__weigh` (`delete_time`, `weigh`, `id`)) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin",
  ],
};
