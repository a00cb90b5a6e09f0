/** Migration 0003_notices: written by `npm run migrate:make`, looked over, never changed once released. */
import type { Migration } from '../migrate';

export const m0003Notices: Migration = {
  id: '0003_notices',
  sqlite: [
    "CREATE TABLE IF NOT EXISTS `notice` (`id` INTEGER PRIMARY KEY AUTOINCREMENT, `create_time` BIGINT NOT NULL DEFAULT 0, `revision` BIGINT NOT NULL DEFAULT 1, `weigh` BIGINT NOT NULL DEFAULT 0, `update_time` BIGINT NOT NULL DEFAULT 0, `delete_time` BIGINT, `realm` VARCHAR(255) NOT NULL DEFAULT '', `recipient_id` BIGINT NOT NULL DEFAULT 0, `kind` VARCHAR(255) NOT NULL DEFAULT '', `title` VARCHAR(40) NOT NULL DEFAULT '', `params` LONGTEXT, `link` VARCHAR(255), `actor` VARCHAR(40), `actor_name` VARCHAR(30), `group_key` VARCHAR(120), `items` LONGTEXT NOT NULL DEFAULT '[]', `told_time` BIGINT NOT NULL DEFAULT 0, `read_time` BIGINT, `title_n` VARCHAR(80), `actor_name_n` VARCHAR(60), `live` BIGINT NOT NULL DEFAULT 0)",
    'CREATE INDEX IF NOT EXISTS `i_notice__told_time` ON `notice` (`delete_time`, `told_time`, `id`)',
    'CREATE INDEX IF NOT EXISTS `i_notice__weigh` ON `notice` (`delete_time`, `weigh`, `id`)',
    'CREATE INDEX IF NOT EXISTS `i_notice__recipient_id` ON `notice` (`recipient_id`)',
    "CREATE TABLE IF NOT EXISTS `preference` (`id` INTEGER PRIMARY KEY AUTOINCREMENT, `create_time` BIGINT NOT NULL DEFAULT 0, `revision` BIGINT NOT NULL DEFAULT 1, `weigh` BIGINT NOT NULL DEFAULT 0, `update_time` BIGINT NOT NULL DEFAULT 0, `delete_time` BIGINT, `realm` VARCHAR(255) NOT NULL DEFAULT '', `person_id` BIGINT NOT NULL DEFAULT 0, `name` VARCHAR(255) NOT NULL DEFAULT '', `slot` VARCHAR(60) NOT NULL DEFAULT '', `value` LONGTEXT, `slot_n` VARCHAR(120), `live` BIGINT NOT NULL DEFAULT 0)",
    'CREATE UNIQUE INDEX IF NOT EXISTS `u_preference__slot` ON `preference` (`slot_n`, `live`)',
    'CREATE INDEX IF NOT EXISTS `i_preference__weigh` ON `preference` (`delete_time`, `weigh`, `id`)',
    'CREATE INDEX IF NOT EXISTS `i_preference__person_id` ON `preference` (`person_id`)',
  ],
  mariadb: [
    "CREATE TABLE IF NOT EXISTS `notice` (`id` BIGINT NOT NULL AUTO_INCREMENT, `create_time` BIGINT NOT NULL DEFAULT 0, `revision` BIGINT NOT NULL DEFAULT 1, `weigh` BIGINT NOT NULL DEFAULT 0, `update_time` BIGINT NOT NULL DEFAULT 0, `delete_time` BIGINT, `realm` VARCHAR(255) NOT NULL DEFAULT '', `recipient_id` BIGINT NOT NULL DEFAULT 0, `kind` VARCHAR(255) NOT NULL DEFAULT '', `title` VARCHAR(40) NOT NULL DEFAULT '', `params` LONGTEXT, `link` VARCHAR(255), `actor` VARCHAR(40), `actor_name` VARCHAR(30), `group_key` VARCHAR(120), `items` LONGTEXT NOT NULL DEFAULT '[]', `told_time` BIGINT NOT NULL DEFAULT 0, `read_time` BIGINT, `title_n` VARCHAR(80), `actor_name_n` VARCHAR(60), `live` BIGINT NOT NULL DEFAULT 0, PRIMARY KEY (`id`), KEY `i_notice__told_time` (`delete_time`, `told_time`, `id`), KEY `i_notice__weigh` (`delete_time`, `weigh`, `id`), KEY `i_notice__recipient_id` (`recipient_id`)) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin",
    "CREATE TABLE IF NOT EXISTS `preference` (`id` BIGINT NOT NULL AUTO_INCREMENT, `create_time` BIGINT NOT NULL DEFAULT 0, `revision` BIGINT NOT NULL DEFAULT 1, `weigh` BIGINT NOT NULL DEFAULT 0, `update_time` BIGINT NOT NULL DEFAULT 0, `delete_time` BIGINT, `realm` VARCHAR(255) NOT NULL DEFAULT '', `person_id` BIGINT NOT NULL DEFAULT 0, `name` VARCHAR(255) NOT NULL DEFAULT '', `slot` VARCHAR(60) NOT NULL DEFAULT '', `value` LONGTEXT, `slot_n` VARCHAR(120), `live` BIGINT NOT NULL DEFAULT 0, PRIMARY KEY (`id`), UNIQUE KEY `u_preference__slot` (`slot_n`, `live`), KEY `i_preference__weigh` (`delete_time`, `weigh`, `id`), KEY `i_preference__person_id` (`person_id`)) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin",
  ],
};
