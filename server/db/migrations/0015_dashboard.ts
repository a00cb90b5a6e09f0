/** Migration 0015_dashboard: written by `npm run migrate:make`, looked over, never changed once released. */
import type { Migration } from '../migrate';

export const m0015Dashboard: Migration = {
  id: '0015_dashboard',
  sqlite: [
    "CREATE TABLE IF NOT EXISTS `board` (`id` INTEGER PRIMARY KEY AUTOINCREMENT, `create_time` BIGINT NOT NULL DEFAULT 0, `revision` BIGINT NOT NULL DEFAULT 1, `weigh` BIGINT NOT NULL DEFAULT 0, `update_time` BIGINT NOT NULL DEFAULT 0, `delete_time` BIGINT, `title` VARCHAR(40) NOT NULL DEFAULT '', `group_id` BIGINT, `cards` LONGTEXT NOT NULL DEFAULT '{}', `title_n` VARCHAR(80), `live` BIGINT NOT NULL DEFAULT 0)",
    'CREATE INDEX IF NOT EXISTS `i_board__update_time` ON `board` (`delete_time`, `update_time`, `id`)',
    'CREATE INDEX IF NOT EXISTS `i_board__weigh` ON `board` (`delete_time`, `weigh`, `id`)',
    'CREATE INDEX IF NOT EXISTS `i_board__group_id` ON `board` (`group_id`)',
    'CREATE INDEX IF NOT EXISTS `i_board__title_n` ON `board` (`title_n`)',
    "CREATE TABLE IF NOT EXISTS `threshold` (`id` INTEGER PRIMARY KEY AUTOINCREMENT, `create_time` BIGINT NOT NULL DEFAULT 0, `revision` BIGINT NOT NULL DEFAULT 1, `weigh` BIGINT NOT NULL DEFAULT 0, `update_time` BIGINT NOT NULL DEFAULT 0, `delete_time` BIGINT, `title` VARCHAR(40) NOT NULL DEFAULT '', `figure` LONGTEXT NOT NULL DEFAULT '{}', `side` VARCHAR(255) NOT NULL DEFAULT 'above', `bound` BIGINT NOT NULL DEFAULT 0, `period` VARCHAR(255) NOT NULL DEFAULT 'total', `state` VARCHAR(255) NOT NULL DEFAULT 'calm', `found` BIGINT, `raised_time` BIGINT, `acknowledged_by` BIGINT, `status` BIGINT NOT NULL DEFAULT 1, `title_n` VARCHAR(80), `live` BIGINT NOT NULL DEFAULT 0)",
    'CREATE INDEX IF NOT EXISTS `i_threshold__raised_time` ON `threshold` (`delete_time`, `raised_time`, `id`)',
    'CREATE INDEX IF NOT EXISTS `i_threshold__weigh` ON `threshold` (`delete_time`, `weigh`, `id`)',
    'CREATE INDEX IF NOT EXISTS `i_threshold__acknowledged_by` ON `threshold` (`acknowledged_by`)',
    'CREATE INDEX IF NOT EXISTS `i_threshold__title_n` ON `threshold` (`title_n`)',
  ],
  mariadb: [
    "CREATE TABLE IF NOT EXISTS `board` (`id` BIGINT NOT NULL AUTO_INCREMENT, `create_time` BIGINT NOT NULL DEFAULT 0, `revision` BIGINT NOT NULL DEFAULT 1, `weigh` BIGINT NOT NULL DEFAULT 0, `update_time` BIGINT NOT NULL DEFAULT 0, `delete_time` BIGINT, `title` VARCHAR(40) NOT NULL DEFAULT '', `group_id` BIGINT, `cards` LONGTEXT NOT NULL DEFAULT '{}', `title_n` VARCHAR(80), `live` BIGINT NOT NULL DEFAULT 0, PRIMARY KEY (`id`), KEY `i_board__update_time` (`delete_time`, `update_time`, `id`), KEY `i_board__weigh` (`delete_time`, `weigh`, `id`), KEY `i_board__group_id` (`group_id`), KEY `i_board__title_n` (`title_n`)) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin",
    "CREATE TABLE IF NOT EXISTS `threshold` (`id` BIGINT NOT NULL AUTO_INCREMENT, `create_time` BIGINT NOT NULL DEFAULT 0, `revision` BIGINT NOT NULL DEFAULT 1, `weigh` BIGINT NOT NULL DEFAULT 0, `update_time` BIGINT NOT NULL DEFAULT 0, `delete_time` BIGINT, `title` VARCHAR(40) NOT NULL DEFAULT '', `figure` LONGTEXT NOT NULL DEFAULT '{}', `side` VARCHAR(255) NOT NULL DEFAULT 'above', `bound` BIGINT NOT NULL DEFAULT 0, `period` VARCHAR(255) NOT NULL DEFAULT 'total', `state` VARCHAR(255) NOT NULL DEFAULT 'calm', `found` BIGINT, `raised_time` BIGINT, `acknowledged_by` BIGINT, `status` BIGINT NOT NULL DEFAULT 1, `title_n` VARCHAR(80), `live` BIGINT NOT NULL DEFAULT 0, PRIMARY KEY (`id`), KEY `i_threshold__raised_time` (`delete_time`, `raised_time`, `id`), KEY `i_threshold__weigh` (`delete_time`, `weigh`, `id`), KEY `i_threshold__acknowledged_by` (`acknowledged_by`), KEY `i_threshold__title_n` (`title_n`)) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin",
  ],
};
