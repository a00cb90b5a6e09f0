/** Migration 0021_pending_booking: written by `npm run migrate:make`, looked over, never changed once released. */
import type { Migration } from '../migrate';

export const m0021PendingBooking: Migration = {
  id: '0021_pending_booking',
  sqlite: [
    "CREATE TABLE IF NOT EXISTS `pending_booking` (`id` INTEGER PRIMARY KEY AUTOINCREMENT, `create_time` BIGINT NOT NULL DEFAULT 0, `revision` BIGINT NOT NULL DEFAULT 1, `weigh` BIGINT NOT NULL DEFAULT 0, `update_time` BIGINT NOT NULL DEFAULT 0, `delete_time` BIGINT, `user_id` BIGINT, `kind` VARCHAR(255) NOT NULL DEFAULT 'money', `money` BIGINT, `score` BIGINT, `memo` VARCHAR(255) NOT NULL DEFAULT '', `entry` BIGINT, `status` BIGINT NOT NULL DEFAULT 0, `asked_by` BIGINT, `asked_name` VARCHAR(30), `decided_by` BIGINT, `decided_name` VARCHAR(30), `decided_time` BIGINT, `answer` VARCHAR(255), `n` BIGINT, `memo_n` TEXT, `asked_name_n` VARCHAR(60), `decided_name_n` VARCHAR(60), `live` BIGINT NOT NULL DEFAULT 0)",
    'CREATE INDEX IF NOT EXISTS `i_pending_booking__weigh` ON `pending_booking` (`delete_time`, `weigh`, `id`)',
    'CREATE INDEX IF NOT EXISTS `i_pending_booking__user_id` ON `pending_booking` (`user_id`, `delete_time`, `id`)',
    'CREATE INDEX IF NOT EXISTS `i_pending_booking__asked_by` ON `pending_booking` (`asked_by`, `delete_time`, `id`)',
    'CREATE INDEX IF NOT EXISTS `i_pending_booking__decided_by` ON `pending_booking` (`decided_by`, `delete_time`, `id`)',
    'CREATE INDEX IF NOT EXISTS `i_pending_booking__memo_n` ON `pending_booking` (`memo_n`)',
  ],
  mariadb: [
    "CREATE TABLE IF NOT EXISTS `pending_booking` (`id` BIGINT NOT NULL AUTO_INCREMENT, `create_time` BIGINT NOT NULL DEFAULT 0, `revision` BIGINT NOT NULL DEFAULT 1, `weigh` BIGINT NOT NULL DEFAULT 0, `update_time` BIGINT NOT NULL DEFAULT 0, `delete_time` BIGINT, `user_id` BIGINT, `kind` VARCHAR(255) NOT NULL DEFAULT 'money', `money` BIGINT, `score` BIGINT, `memo` VARCHAR(255) NOT NULL DEFAULT '', `entry` BIGINT, `status` BIGINT NOT NULL DEFAULT 0, `asked_by` BIGINT, `asked_name` VARCHAR(30), `decided_by` BIGINT, `decided_name` VARCHAR(30), `decided_time` BIGINT, `answer` VARCHAR(255), `n` BIGINT, `memo_n` TEXT, `asked_name_n` VARCHAR(60), `decided_name_n` VARCHAR(60), `live` BIGINT NOT NULL DEFAULT 0, PRIMARY KEY (`id`), KEY `i_pending_booking__weigh` (`delete_time`, `weigh`, `id`), KEY `i_pending_booking__user_id` (`user_id`, `delete_time`, `id`), KEY `i_pending_booking__asked_by` (`asked_by`, `delete_time`, `id`), KEY `i_pending_booking__decided_by` (`decided_by`, `delete_time`, `id`), KEY `i_pending_booking__memo_n` (`memo_n`(255))) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin",
  ],
};
