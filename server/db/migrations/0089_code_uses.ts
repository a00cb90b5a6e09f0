/** Migration 0089_code_uses: the number of redemptions of a code, counted once for older codes. Never changed after release. */
import type { Migration } from '../migrate';

const COUNT_USES =
  'UPDATE `activation_code` SET uses = (SELECT COUNT(*) FROM `activation_use` WHERE code_id = `activation_code`.id)';

export const m0089CodeUses: Migration = {
  id: '0089_code_uses',
  sqlite: ['ALTER TABLE `activation_code` ADD COLUMN `uses` BIGINT NOT NULL DEFAULT 0', COUNT_USES],
  mariadb: ['ALTER TABLE `activation_code` ADD COLUMN IF NOT EXISTS `uses` BIGINT NOT NULL DEFAULT 0', COUNT_USES],
};
