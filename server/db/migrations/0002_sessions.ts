/** Migration 0002_sessions: written by `npm run migrate:make`, looked over, never changed once released. */
import type { Migration } from '../migrate';

export const m0002Sessions: Migration = {
  id: '0002_sessions',
  sqlite: [
    'ALTER TABLE `session` ADD COLUMN `stepped_at` BIGINT',
    'CREATE TABLE IF NOT EXISTS `captcha` (`id` VARCHAR(64) NOT NULL PRIMARY KEY, `purpose` VARCHAR(16) NOT NULL, `address` VARCHAR(64) NOT NULL, `answer` VARCHAR(64) NOT NULL, `expires_at` BIGINT NOT NULL)',
    'CREATE INDEX IF NOT EXISTS `i_captcha__address__expires_at` ON `captcha` (`address`, `expires_at`)',
    'CREATE INDEX IF NOT EXISTS `i_captcha__expires_at` ON `captcha` (`expires_at`)',
    "CREATE TABLE IF NOT EXISTS `security_event` (`id` INTEGER PRIMARY KEY AUTOINCREMENT, `create_time` BIGINT NOT NULL DEFAULT 0, `revision` BIGINT NOT NULL DEFAULT 1, `kind` VARCHAR(255) NOT NULL DEFAULT '', `name` VARCHAR(30), `admin_id` BIGINT, `user_id` BIGINT, `ip` VARCHAR(45), `useragent` VARCHAR(255), `detail` LONGTEXT, `name_n` VARCHAR(60), `ip_n` VARCHAR(90), `useragent_n` TEXT)",
    'CREATE INDEX IF NOT EXISTS `i_security_event__admin_id` ON `security_event` (`admin_id`)',
    'CREATE INDEX IF NOT EXISTS `i_security_event__user_id` ON `security_event` (`user_id`)',
    'CREATE INDEX IF NOT EXISTS `i_security_event__name_n` ON `security_event` (`name_n`)',
    'CREATE INDEX IF NOT EXISTS `i_security_event__ip_n` ON `security_event` (`ip_n`)',
    'CREATE INDEX IF NOT EXISTS `i_security_event__create_time` ON `security_event` (`create_time`, `id`)',
    "CREATE TRIGGER IF NOT EXISTS `security_event__no_update` BEFORE UPDATE ON `security_event` BEGIN SELECT RAISE(ABORT, 'append-only'); END",
    "CREATE TRIGGER IF NOT EXISTS `security_event__no_delete` BEFORE DELETE ON `security_event` BEGIN SELECT RAISE(ABORT, 'append-only'); END",
  ],
  mariadb: [
    'ALTER TABLE `session` ADD COLUMN IF NOT EXISTS `stepped_at` BIGINT',
    'CREATE TABLE IF NOT EXISTS `captcha` (`id` VARCHAR(64) NOT NULL, `purpose` VARCHAR(16) NOT NULL, `address` VARCHAR(64) NOT NULL, `answer` VARCHAR(64) NOT NULL, `expires_at` BIGINT NOT NULL, PRIMARY KEY (`id`), KEY `i_captcha__address__expires_at` (`address`, `expires_at`), KEY `i_captcha__expires_at` (`expires_at`)) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin',
    "CREATE TABLE IF NOT EXISTS `security_event` (`id` BIGINT NOT NULL AUTO_INCREMENT, `create_time` BIGINT NOT NULL DEFAULT 0, `revision` BIGINT NOT NULL DEFAULT 1, `kind` VARCHAR(255) NOT NULL DEFAULT '', `name` VARCHAR(30), `admin_id` BIGINT, `user_id` BIGINT, `ip` VARCHAR(45), `useragent` VARCHAR(255), `detail` LONGTEXT, `name_n` VARCHAR(60), `ip_n` VARCHAR(90), `useragent_n` TEXT, PRIMARY KEY (`id`), KEY `i_security_event__admin_id` (`admin_id`), KEY `i_security_event__user_id` (`user_id`), KEY `i_security_event__name_n` (`name_n`), KEY `i_security_event__ip_n` (`ip_n`), KEY `i_security_event__create_time` (`create_time`, `id`)) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin",
    "CREATE TRIGGER IF NOT EXISTS `security_event__no_update` BEFORE UPDATE ON `security_event` FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'append-only'",
    "CREATE TRIGGER IF NOT EXISTS `security_event__no_delete` BEFORE DELETE ON `security_event` FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'append-only'",
  ],
};
