/** Migration 0012_ledger: written by `npm run migrate:make`, looked over, never changed once released. */
import type { Migration } from '../migrate';

export const m0012Ledger: Migration = {
  id: '0012_ledger',
  sqlite: [
    'CREATE TABLE IF NOT EXISTS `account` (`id` VARCHAR(40) NOT NULL PRIMARY KEY, `user_id` BIGINT NOT NULL, `kind` VARCHAR(16) NOT NULL, `balance` BIGINT NOT NULL, `n` BIGINT NOT NULL, `hash` VARCHAR(64) NOT NULL, `overdraft` BIGINT NOT NULL)',
    'CREATE UNIQUE INDEX IF NOT EXISTS `u_account__user_id__kind` ON `account` (`user_id`, `kind`)',
    "CREATE TABLE IF NOT EXISTS `user_money_log` (`id` INTEGER PRIMARY KEY AUTOINCREMENT, `create_time` BIGINT NOT NULL DEFAULT 0, `revision` BIGINT NOT NULL DEFAULT 1, `user_id` BIGINT, `money` BIGINT NOT NULL DEFAULT 0, `before` BIGINT, `after` BIGINT, `n` BIGINT, `memo` VARCHAR(255) NOT NULL DEFAULT '', `type` VARCHAR(255) NOT NULL DEFAULT 'adjust', `actor` VARCHAR(40), `actor_name` VARCHAR(30), `ref` VARCHAR(80), `idem` VARCHAR(120), `slot` VARCHAR(40), `hash` VARCHAR(64), `memo_n` TEXT, `actor_name_n` VARCHAR(60), `ref_n` VARCHAR(160), `idem_n` VARCHAR(220), `slot_n` VARCHAR(80))",
    'CREATE UNIQUE INDEX IF NOT EXISTS `u_user_money_log__ref` ON `user_money_log` (`ref_n`)',
    'CREATE UNIQUE INDEX IF NOT EXISTS `u_user_money_log__idem` ON `user_money_log` (`idem_n`)',
    'CREATE UNIQUE INDEX IF NOT EXISTS `u_user_money_log__slot` ON `user_money_log` (`slot_n`)',
    'CREATE INDEX IF NOT EXISTS `i_user_money_log__user_id` ON `user_money_log` (`user_id`)',
    'CREATE INDEX IF NOT EXISTS `i_user_money_log__create_time` ON `user_money_log` (`create_time`, `id`)',
    "CREATE TRIGGER IF NOT EXISTS `user_money_log__no_update` BEFORE UPDATE ON `user_money_log` BEGIN SELECT RAISE(ABORT, 'append-only'); END",
    "CREATE TRIGGER IF NOT EXISTS `user_money_log__no_delete` BEFORE DELETE ON `user_money_log` BEGIN SELECT RAISE(ABORT, 'append-only'); END",
    "CREATE TABLE IF NOT EXISTS `user_score_log` (`id` INTEGER PRIMARY KEY AUTOINCREMENT, `create_time` BIGINT NOT NULL DEFAULT 0, `revision` BIGINT NOT NULL DEFAULT 1, `user_id` BIGINT, `score` BIGINT NOT NULL DEFAULT 0, `before` BIGINT, `after` BIGINT, `n` BIGINT, `memo` VARCHAR(255) NOT NULL DEFAULT '', `type` VARCHAR(255) NOT NULL DEFAULT 'adjust', `actor` VARCHAR(40), `actor_name` VARCHAR(30), `ref` VARCHAR(80), `idem` VARCHAR(120), `slot` VARCHAR(40), `hash` VARCHAR(64), `memo_n` TEXT, `actor_name_n` VARCHAR(60), `ref_n` VARCHAR(160), `idem_n` VARCHAR(220), `slot_n` VARCHAR(80))",
    'CREATE UNIQUE INDEX IF NOT EXISTS `u_user_score_log__ref` ON `user_score_log` (`ref_n`)',
    'CREATE UNIQUE INDEX IF NOT EXISTS `u_user_score_log__idem` ON `user_score_log` (`idem_n`)',
    'CREATE UNIQUE INDEX IF NOT EXISTS `u_user_score_log__slot` ON `user_score_log` (`slot_n`)',
    'CREATE INDEX IF NOT EXISTS `i_user_score_log__user_id` ON `user_score_log` (`user_id`)',
    'CREATE INDEX IF NOT EXISTS `i_user_score_log__create_time` ON `user_score_log` (`create_time`, `id`)',
    "CREATE TRIGGER IF NOT EXISTS `user_score_log__no_update` BEFORE UPDATE ON `user_score_log` BEGIN SELECT RAISE(ABORT, 'append-only'); END",
    "CREATE TRIGGER IF NOT EXISTS `user_score_log__no_delete` BEFORE DELETE ON `user_score_log` BEGIN SELECT RAISE(ABORT, 'append-only'); END",
  ],
  mariadb: [
    'CREATE TABLE IF NOT EXISTS `account` (`id` VARCHAR(40) NOT NULL, `user_id` BIGINT NOT NULL, `kind` VARCHAR(16) NOT NULL, `balance` BIGINT NOT NULL, `n` BIGINT NOT NULL, `hash` VARCHAR(64) NOT NULL, `overdraft` BIGINT NOT NULL, PRIMARY KEY (`id`), UNIQUE KEY `u_account__user_id__kind` (`user_id`, `kind`)) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin',
    "CREATE TABLE IF NOT EXISTS `user_money_log` (`id` BIGINT NOT NULL AUTO_INCREMENT, `create_time` BIGINT NOT NULL DEFAULT 0, `revision` BIGINT NOT NULL DEFAULT 1, `user_id` BIGINT, `money` BIGINT NOT NULL DEFAULT 0, `before` BIGINT, `after` BIGINT, `n` BIGINT, `memo` VARCHAR(255) NOT NULL DEFAULT '', `type` VARCHAR(255) NOT NULL DEFAULT 'adjust', `actor` VARCHAR(40), `actor_name` VARCHAR(30), `ref` VARCHAR(80), `idem` VARCHAR(120), `slot` VARCHAR(40), `hash` VARCHAR(64), `memo_n` TEXT, `actor_name_n` VARCHAR(60), `ref_n` VARCHAR(160), `idem_n` VARCHAR(220), `slot_n` VARCHAR(80), PRIMARY KEY (`id`), UNIQUE KEY `u_user_money_log__ref` (`ref_n`), UNIQUE KEY `u_user_money_log__idem` (`idem_n`), UNIQUE KEY `u_user_money_log__slot` (`slot_n`), KEY `i_user_money_log__user_id` (`user_id`), KEY `i_user_money_log__create_time` (`create_time`, `id`)) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin",
    "CREATE TRIGGER IF NOT EXISTS `user_money_log__no_update` BEFORE UPDATE ON `user_money_log` FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'append-only'",
    "CREATE TRIGGER IF NOT EXISTS `user_money_log__no_delete` BEFORE DELETE ON `user_money_log` FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'append-only'",
    "CREATE TABLE IF NOT EXISTS `user_score_log` (`id` BIGINT NOT NULL AUTO_INCREMENT, `create_time` BIGINT NOT NULL DEFAULT 0, `revision` BIGINT NOT NULL DEFAULT 1, `user_id` BIGINT, `score` BIGINT NOT NULL DEFAULT 0, `before` BIGINT, `after` BIGINT, `n` BIGINT, `memo` VARCHAR(255) NOT NULL DEFAULT '', `type` VARCHAR(255) NOT NULL DEFAULT 'adjust', `actor` VARCHAR(40), `actor_name` VARCHAR(30), `ref` VARCHAR(80), `idem` VARCHAR(120), `slot` VARCHAR(40), `hash` VARCHAR(64), `memo_n` TEXT, `actor_name_n` VARCHAR(60), `ref_n` VARCHAR(160), `idem_n` VARCHAR(220), `slot_n` VARCHAR(80), PRIMARY KEY (`id`), UNIQUE KEY `u_user_score_log__ref` (`ref_n`), UNIQUE KEY `u_user_score_log__idem` (`idem_n`), UNIQUE KEY `u_user_score_log__slot` (`slot_n`), KEY `i_user_score_log__user_id` (`user_id`), KEY `i_user_score_log__create_time` (`create_time`, `id`)) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin",
    "CREATE TRIGGER IF NOT EXISTS `user_score_log__no_update` BEFORE UPDATE ON `user_score_log` FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'append-only'",
    "CREATE TRIGGER IF NOT EXISTS `user_score_log__no_delete` BEFORE DELETE ON `user_score_log` FOR EACH ROW SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'append-only'",
  ],
};
