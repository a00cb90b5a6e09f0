/** Migration 0031_member_former: written by `npm run migrate:make`, looked over, never changed once released. */
import type { Migration } from '../migrate';

export const m0031MemberFormer: Migration = {
  id: '0031_member_former',
  sqlite: [
    'ALTER TABLE `member_lock` ADD COLUMN `address` VARCHAR(254)',
    'CREATE TABLE IF NOT EXISTS `member_former` (`id` VARCHAR(64) NOT NULL PRIMARY KEY, `user_id` BIGINT NOT NULL, `email` VARCHAR(254) NOT NULL, `mobile` VARCHAR(20), `at` BIGINT NOT NULL, `expires_at` BIGINT NOT NULL)',
    'CREATE INDEX IF NOT EXISTS `i_member_former__user_id__at` ON `member_former` (`user_id`, `at`)',
    'CREATE INDEX IF NOT EXISTS `i_member_former__expires_at` ON `member_former` (`expires_at`)',
  ],
  mariadb: [
    'ALTER TABLE `member_lock` ADD COLUMN IF NOT EXISTS `address` VARCHAR(254)',
    'CREATE TABLE IF NOT EXISTS `member_former` (`id` VARCHAR(64) NOT NULL, `user_id` BIGINT NOT NULL, `email` VARCHAR(254) NOT NULL, `mobile` VARCHAR(20), `at` BIGINT NOT NULL, `expires_at` BIGINT NOT NULL, PRIMARY KEY (`id`), KEY `i_member_former__user_id__at` (`user_id`, `at`), KEY `i_member_former__expires_at` (`expires_at`)) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin',
  ],
};
