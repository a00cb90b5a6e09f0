/** Migration 0022_walls_and_recipients: written by `npm run migrate:make`, looked over, never changed once released. */
import type { Migration } from '../migrate';

export const m0022WallsAndRecipients: Migration = {
  id: '0022_walls_and_recipients',
  sqlite: [
    'CREATE TABLE IF NOT EXISTS `node_people` (`id` VARCHAR(36) NOT NULL PRIMARY KEY, `body` LONGTEXT NOT NULL)',
    'ALTER TABLE `threshold` ADD COLUMN `mail_to` LONGTEXT',
    "CREATE TABLE IF NOT EXISTS `wall_screen` (`id` INTEGER PRIMARY KEY AUTOINCREMENT, `create_time` BIGINT NOT NULL DEFAULT 0, `revision` BIGINT NOT NULL DEFAULT 1, `weigh` BIGINT NOT NULL DEFAULT 0, `update_time` BIGINT NOT NULL DEFAULT 0, `delete_time` BIGINT, `name` VARCHAR(30) NOT NULL DEFAULT '', `board_id` BIGINT, `admin_id` BIGINT, `expire_time` BIGINT NOT NULL DEFAULT 0, `salt` VARCHAR(64), `shown_time` BIGINT, `last_used_time` BIGINT, `last_used_ip` VARCHAR(45), `status` BIGINT NOT NULL DEFAULT 1, `name_n` VARCHAR(60), `last_used_ip_n` VARCHAR(90), `live` BIGINT NOT NULL DEFAULT 0)",
    'CREATE INDEX IF NOT EXISTS `i_wall_screen__weigh` ON `wall_screen` (`delete_time`, `weigh`, `id`)',
    'CREATE INDEX IF NOT EXISTS `i_wall_screen__board_id` ON `wall_screen` (`board_id`, `delete_time`, `id`)',
    'CREATE INDEX IF NOT EXISTS `i_wall_screen__admin_id` ON `wall_screen` (`admin_id`, `delete_time`, `id`)',
    'CREATE INDEX IF NOT EXISTS `i_wall_screen__name_n` ON `wall_screen` (`name_n`)',
  ],
  mariadb: [
    'CREATE TABLE IF NOT EXISTS `node_people` (`id` VARCHAR(36) NOT NULL, `body` LONGTEXT NOT NULL, PRIMARY KEY (`id`)) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin',
    'ALTER TABLE `threshold` ADD COLUMN IF NOT EXISTS `mail_to` LONGTEXT',
    "CREATE TABLE IF NOT EXISTS `wall_screen` (`id` BIGINT NOT NULL AUTO_INCREMENT, `create_time` BIGINT NOT NULL DEFAULT 0, `revision` BIGINT NOT NULL DEFAULT 1, `weigh` BIGINT NOT NULL DEFAULT 0, `update_time` BIGINT NOT NULL DEFAULT 0, `delete_time` BIGINT, `name` VARCHAR(30) NOT NULL DEFAULT '', `board_id` BIGINT, `admin_id` BIGINT, `expire_time` BIGINT NOT NULL DEFAULT 0, `salt` VARCHAR(64), `shown_time` BIGINT, `last_used_time` BIGINT, `last_used_ip` VARCHAR(45), `status` BIGINT NOT NULL DEFAULT 1, `name_n` VARCHAR(60), `last_used_ip_n` VARCHAR(90), `live` BIGINT NOT NULL DEFAULT 0, PRIMARY KEY (`id`), KEY `i_wall_screen__weigh` (`delete_time`, `weigh`, `id`), KEY `i_wall_screen__board_id` (`board_id`, `delete_time`, `id`), KEY `i_wall_screen__admin_id` (`admin_id`, `delete_time`, `id`), KEY `i_wall_screen__name_n` (`name_n`)) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin",
  ],
};
