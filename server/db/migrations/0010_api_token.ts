/** Migration 0010_api_token: written by `npm run migrate:make`, looked over, never changed once released. */
import type { Migration } from '../migrate';

export const m0010ApiToken: Migration = {
  id: '0010_api_token',
  sqlite: [
    "CREATE TABLE IF NOT EXISTS `api_token` (`id` INTEGER PRIMARY KEY AUTOINCREMENT, `create_time` BIGINT NOT NULL DEFAULT 0, `revision` BIGINT NOT NULL DEFAULT 1, `weigh` BIGINT NOT NULL DEFAULT 0, `update_time` BIGINT NOT NULL DEFAULT 0, `delete_time` BIGINT, `name` VARCHAR(30) NOT NULL DEFAULT '', `admin_id` BIGINT, `scopes` LONGTEXT NOT NULL DEFAULT '[]', `expire_time` BIGINT NOT NULL DEFAULT 0, `salt` VARCHAR(64), `shown_time` BIGINT, `last_used_time` BIGINT, `last_used_ip` VARCHAR(45), `status` BIGINT NOT NULL DEFAULT 1, `name_n` VARCHAR(60), `last_used_ip_n` VARCHAR(90), `live` BIGINT NOT NULL DEFAULT 0)",
    'CREATE INDEX IF NOT EXISTS `i_api_token__weigh` ON `api_token` (`delete_time`, `weigh`, `id`)',
    'CREATE INDEX IF NOT EXISTS `i_api_token__admin_id` ON `api_token` (`admin_id`)',
    'CREATE INDEX IF NOT EXISTS `i_api_token__name_n` ON `api_token` (`name_n`)',
  ],
  mariadb: [
    "CREATE TABLE IF NOT EXISTS `api_token` (`id` BIGINT NOT NULL AUTO_INCREMENT, `create_time` BIGINT NOT NULL DEFAULT 0, `revision` BIGINT NOT NULL DEFAULT 1, `weigh` BIGINT NOT NULL DEFAULT 0, `update_time` BIGINT NOT NULL DEFAULT 0, `delete_time` BIGINT, `name` VARCHAR(30) NOT NULL DEFAULT '', `admin_id` BIGINT, `scopes` LONGTEXT NOT NULL DEFAULT '[]', `expire_time` BIGINT NOT NULL DEFAULT 0, `salt` VARCHAR(64), `shown_time` BIGINT, `last_used_time` BIGINT, `last_used_ip` VARCHAR(45), `status` BIGINT NOT NULL DEFAULT 1, `name_n` VARCHAR(60), `last_used_ip_n` VARCHAR(90), `live` BIGINT NOT NULL DEFAULT 0, PRIMARY KEY (`id`), KEY `i_api_token__weigh` (`delete_time`, `weigh`, `id`), KEY `i_api_token__admin_id` (`admin_id`), KEY `i_api_token__name_n` (`name_n`)) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin",
  ],
};
