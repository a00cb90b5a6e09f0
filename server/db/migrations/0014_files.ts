/** Migration 0014_files: written by `npm run migrate:make`, looked over, never changed once released. */
import type { Migration } from '../migrate';

export const m0014Files: Migration = {
  id: '0014_files',
  sqlite: [
    'CREATE TABLE IF NOT EXISTS `attachment_holder` (`id` VARCHAR(80) NOT NULL PRIMARY KEY, `attachment_id` BIGINT NOT NULL, `realm` VARCHAR(16) NOT NULL, `person_id` BIGINT NOT NULL, `name` VARCHAR(120) NOT NULL, `at` BIGINT NOT NULL)',
    'CREATE INDEX IF NOT EXISTS `i_attachment_holder__attachment_id` ON `attachment_holder` (`attachment_id`)',
    'CREATE INDEX IF NOT EXISTS `i_attachment_holder__realm__person_id` ON `attachment_holder` (`realm`, `person_id`)',
    'CREATE TABLE IF NOT EXISTS `upload_ticket` (`id` VARCHAR(64) NOT NULL PRIMARY KEY, `realm` VARCHAR(16) NOT NULL, `person_id` BIGINT NOT NULL, `object_key` VARCHAR(255) NOT NULL, `name` VARCHAR(120) NOT NULL, `topic` VARCHAR(40) NOT NULL, `mimetype` VARCHAR(100) NOT NULL, `size` BIGINT NOT NULL, `expires_at` BIGINT NOT NULL, `used_at` BIGINT)',
    'CREATE INDEX IF NOT EXISTS `i_upload_ticket__realm__person_id` ON `upload_ticket` (`realm`, `person_id`)',
    'CREATE INDEX IF NOT EXISTS `i_upload_ticket__expires_at` ON `upload_ticket` (`expires_at`)',
    'ALTER TABLE `attachment` ADD COLUMN `identity` VARCHAR(80)',
    'ALTER TABLE `attachment` ADD COLUMN `digest` VARCHAR(64)',
    'ALTER TABLE `attachment` ADD COLUMN `identity_n` VARCHAR(160)',
    'CREATE UNIQUE INDEX IF NOT EXISTS `u_attachment__identity` ON `attachment` (`identity_n`, `live`)',
    "CREATE TABLE IF NOT EXISTS `config` (`id` INTEGER PRIMARY KEY AUTOINCREMENT, `create_time` BIGINT NOT NULL DEFAULT 0, `revision` BIGINT NOT NULL DEFAULT 1, `weigh` BIGINT NOT NULL DEFAULT 0, `update_time` BIGINT NOT NULL DEFAULT 0, `delete_time` BIGINT, `name` VARCHAR(60) NOT NULL DEFAULT '', `group` VARCHAR(40) NOT NULL DEFAULT 'basics', `title` VARCHAR(60) NOT NULL DEFAULT '', `tip` VARCHAR(255), `type` VARCHAR(255) NOT NULL DEFAULT 'string', `value` LONGTEXT, `content` LONGTEXT, `rule` LONGTEXT NOT NULL DEFAULT '[]', `extend` LONGTEXT, `allow_del` BIGINT NOT NULL DEFAULT 1, `sealed` TEXT, `name_n` VARCHAR(120), `group_n` VARCHAR(80), `title_n` VARCHAR(120), `live` BIGINT NOT NULL DEFAULT 0)",
    'CREATE UNIQUE INDEX IF NOT EXISTS `u_config__name` ON `config` (`name_n`, `live`)',
    'CREATE INDEX IF NOT EXISTS `i_config__weigh` ON `config` (`delete_time`, `weigh`, `id`)',
    'CREATE INDEX IF NOT EXISTS `i_config__title_n` ON `config` (`title_n`)',
    "CREATE TABLE IF NOT EXISTS `message` (`id` INTEGER PRIMARY KEY AUTOINCREMENT, `create_time` BIGINT NOT NULL DEFAULT 0, `revision` BIGINT NOT NULL DEFAULT 1, `weigh` BIGINT NOT NULL DEFAULT 0, `update_time` BIGINT NOT NULL DEFAULT 0, `delete_time` BIGINT, `channel` VARCHAR(255) NOT NULL DEFAULT 'mail', `recipient` VARCHAR(254) NOT NULL DEFAULT '', `subject` VARCHAR(200) NOT NULL DEFAULT '', `body` LONGTEXT, `template` VARCHAR(40), `lang` VARCHAR(255) NOT NULL DEFAULT 'en', `status` BIGINT NOT NULL DEFAULT 0, `attempts` BIGINT NOT NULL DEFAULT 0, `trouble` VARCHAR(40), `next_time` BIGINT, `expire_time` BIGINT, `sent_time` BIGINT, `admin_id` BIGINT, `user_id` BIGINT, `sealed` LONGTEXT, `recipient_n` TEXT, `subject_n` TEXT, `template_n` VARCHAR(80), `trouble_n` VARCHAR(80), `live` BIGINT NOT NULL DEFAULT 0)",
    'CREATE INDEX IF NOT EXISTS `i_message__weigh` ON `message` (`delete_time`, `weigh`, `id`)',
    'CREATE INDEX IF NOT EXISTS `i_message__admin_id` ON `message` (`admin_id`)',
    'CREATE INDEX IF NOT EXISTS `i_message__user_id` ON `message` (`user_id`)',
    'CREATE INDEX IF NOT EXISTS `i_message__subject_n` ON `message` (`subject_n`)',
    'CREATE INDEX IF NOT EXISTS `i_message__template_n` ON `message` (`template_n`)',
  ],
  mariadb: [
    'CREATE TABLE IF NOT EXISTS `attachment_holder` (`id` VARCHAR(80) NOT NULL, `attachment_id` BIGINT NOT NULL, `realm` VARCHAR(16) NOT NULL, `person_id` BIGINT NOT NULL, `name` VARCHAR(120) NOT NULL, `at` BIGINT NOT NULL, PRIMARY KEY (`id`), KEY `i_attachment_holder__attachment_id` (`attachment_id`), KEY `i_attachment_holder__realm__person_id` (`realm`, `person_id`)) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin',
    'CREATE TABLE IF NOT EXISTS `upload_ticket` (`id` VARCHAR(64) NOT NULL, `realm` VARCHAR(16) NOT NULL, `person_id` BIGINT NOT NULL, `object_key` VARCHAR(255) NOT NULL, `name` VARCHAR(120) NOT NULL, `topic` VARCHAR(40) NOT NULL, `mimetype` VARCHAR(100) NOT NULL, `size` BIGINT NOT NULL, `expires_at` BIGINT NOT NULL, `used_at` BIGINT, PRIMARY KEY (`id`), KEY `i_upload_ticket__realm__person_id` (`realm`, `person_id`), KEY `i_upload_ticket__expires_at` (`expires_at`)) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin',
    'ALTER TABLE `attachment` ADD COLUMN IF NOT EXISTS `identity` VARCHAR(80)',
    'ALTER TABLE `attachment` ADD COLUMN IF NOT EXISTS `digest` VARCHAR(64)',
    'ALTER TABLE `attachment` ADD COLUMN IF NOT EXISTS `identity_n` VARCHAR(160)',
    'CREATE UNIQUE INDEX IF NOT EXISTS `u_attachment__identity` ON `attachment` (`identity_n`, `live`)',
    "CREATE TABLE IF NOT EXISTS `config` (`id` BIGINT NOT NULL AUTO_INCREMENT, `create_time` BIGINT NOT NULL DEFAULT 0, `revision` BIGINT NOT NULL DEFAULT 1, `weigh` BIGINT NOT NULL DEFAULT 0, `update_time` BIGINT NOT NULL DEFAULT 0, `delete_time` BIGINT, `name` VARCHAR(60) NOT NULL DEFAULT '', `group` VARCHAR(40) NOT NULL DEFAULT 'basics', `title` VARCHAR(60) NOT NULL DEFAULT '', `tip` VARCHAR(255), `type` VARCHAR(255) NOT NULL DEFAULT 'string', `value` LONGTEXT, `content` LONGTEXT, `rule` LONGTEXT NOT NULL DEFAULT '[]', `extend` LONGTEXT, `allow_del` BIGINT NOT NULL DEFAULT 1, `sealed` TEXT, `name_n` VARCHAR(120), `group_n` VARCHAR(80), `title_n` VARCHAR(120), `live` BIGINT NOT NULL DEFAULT 0, PRIMARY KEY (`id`), UNIQUE KEY `u_config__name` (`name_n`, `live`), KEY `i_config__weigh` (`delete_time`, `weigh`, `id`), KEY `i_config__title_n` (`title_n`)) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin",
    "CREATE TABLE IF NOT EXISTS `message` (`id` BIGINT NOT NULL AUTO_INCREMENT, `create_time` BIGINT NOT NULL DEFAULT 0, `revision` BIGINT NOT NULL DEFAULT 1, `weigh` BIGINT NOT NULL DEFAULT 0, `update_time` BIGINT NOT NULL DEFAULT 0, `delete_time` BIGINT, `channel` VARCHAR(255) NOT NULL DEFAULT 'mail', `recipient` VARCHAR(254) NOT NULL DEFAULT '', `subject` VARCHAR(200) NOT NULL DEFAULT '', `body` LONGTEXT, `template` VARCHAR(40), `lang` VARCHAR(255) NOT NULL DEFAULT 'en', `status` BIGINT NOT NULL DEFAULT 0, `attempts` BIGINT NOT NULL DEFAULT 0, `trouble` VARCHAR(40), `next_time` BIGINT, `expire_time` BIGINT, `sent_time` BIGINT, `admin_id` BIGINT, `user_id` BIGINT, `sealed` LONGTEXT, `recipient_n` TEXT, `subject_n` TEXT, `template_n` VARCHAR(80), `trouble_n` VARCHAR(80), `live` BIGINT NOT NULL DEFAULT 0, PRIMARY KEY (`id`), KEY `i_message__weigh` (`delete_time`, `weigh`, `id`), KEY `i_message__admin_id` (`admin_id`), KEY `i_message__user_id` (`user_id`), KEY `i_message__subject_n` (`subject_n`(255)), KEY `i_message__template_n` (`template_n`)) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin",
  ],
};
