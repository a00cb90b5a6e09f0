/** Migration 0036_authority: the arranger of a shared dashboard, and pending changes of protected settings; never changed after release. */
import type { Migration } from '../migrate';

const arranger = (integer: string): string =>
  `UPDATE \`board\` SET \`arranged_by\` = (SELECT CAST(SUBSTR(h.actor, 7) AS ${integer}) FROM \`record_history\` h WHERE h.ent = 'board' AND h.eid = \`board\`.id AND h.actor LIKE 'admin:%' AND h.diff LIKE '%"cards"%' ORDER BY h.revision DESC LIMIT 1) WHERE \`arranged_by\` IS NULL`;

export const m0036Authority: Migration = {
  id: '0036_authority',
  sqlite: [
    'ALTER TABLE `board` ADD COLUMN `arranged_by` BIGINT',
    arranger('INTEGER'),
    "CREATE TABLE IF NOT EXISTS `pending_change` (`id` INTEGER PRIMARY KEY AUTOINCREMENT, `create_time` BIGINT NOT NULL DEFAULT 0, `revision` BIGINT NOT NULL DEFAULT 1, `weigh` BIGINT NOT NULL DEFAULT 0, `update_time` BIGINT NOT NULL DEFAULT 0, `delete_time` BIGINT, `subject` VARCHAR(255) NOT NULL DEFAULT 'config', `subject_id` BIGINT, `field` VARCHAR(60) NOT NULL DEFAULT '', `name` VARCHAR(120) NOT NULL DEFAULT '', `before` LONGTEXT, `after` LONGTEXT, `status` BIGINT NOT NULL DEFAULT 0, `asked_by` BIGINT, `asked_name` VARCHAR(30), `decided_by` BIGINT, `decided_name` VARCHAR(30), `decided_time` BIGINT, `answer` VARCHAR(255), `name_n` VARCHAR(220), `asked_name_n` VARCHAR(60), `decided_name_n` VARCHAR(60), `live` BIGINT NOT NULL DEFAULT 0)",
    'CREATE INDEX IF NOT EXISTS `i_pending_change__weigh` ON `pending_change` (`delete_time`, `weigh`, `id`)',
    'CREATE INDEX IF NOT EXISTS `i_pending_change__asked_by` ON `pending_change` (`asked_by`, `delete_time`, `id`)',
    'CREATE INDEX IF NOT EXISTS `i_pending_change__decided_by` ON `pending_change` (`decided_by`, `delete_time`, `id`)',
    'CREATE INDEX IF NOT EXISTS `i_pending_change__name_n` ON `pending_change` (`name_n`)',
  ],
  mariadb: [
    'ALTER TABLE `board` ADD COLUMN IF NOT EXISTS `arranged_by` BIGINT',
    arranger('SIGNED'),
    "CREATE TABLE IF NOT EXISTS `pending_change` (`id` BIGINT NOT NULL AUTO_INCREMENT, `create_time` BIGINT NOT NULL DEFAULT 0, `revision` BIGINT NOT NULL DEFAULT 1, `weigh` BIGINT NOT NULL DEFAULT 0, `update_time` BIGINT NOT NULL DEFAULT 0, `delete_time` BIGINT, `subject` VARCHAR(255) NOT NULL DEFAULT 'config', `subject_id` BIGINT, `field` VARCHAR(60) NOT NULL DEFAULT '', `name` VARCHAR(120) NOT NULL DEFAULT '', `before` LONGTEXT, `after` LONGTEXT, `status` BIGINT NOT NULL DEFAULT 0, `asked_by` BIGINT, `asked_name` VARCHAR(30), `decided_by` BIGINT, `decided_name` VARCHAR(30), `decided_time` BIGINT, `answer` VARCHAR(255), `name_n` VARCHAR(220), `asked_name_n` VARCHAR(60), `decided_name_n` VARCHAR(60), `live` BIGINT NOT NULL DEFAULT 0, PRIMARY KEY (`id`), KEY `i_pending_change__weigh` (`delete_time`, `weigh`, `id`), KEY `i_pending_change__asked_by` (`asked_by`, `delete_time`, `id`), KEY `i_pending_change__decided_by` (`decided_by`, `delete_time`, `id`), KEY `i_pending_change__name_n` (`name_n`)) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_nopad_bin",
  ],
};
