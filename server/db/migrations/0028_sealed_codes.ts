/**
 * Migration 0028_sealed_codes: columns for encrypted activation codes, and the encryption of existing codes; never changed after release.
 */
import type { Migration } from '../migrate';
import { encryptCodes } from '../dataMigrations/encryptCodes';

export const m0028SealedCodes: Migration = {
  id: '0028_sealed_codes',
  sqlite: [
    'DROP INDEX IF EXISTS `u_activation_code__code`',
    'ALTER TABLE `activation_code` ADD COLUMN `sealed` VARCHAR(255)',
    'ALTER TABLE `activation_code` ADD COLUMN `mark` VARCHAR(64)',
    'ALTER TABLE `activation_code` ADD COLUMN `mark_n` VARCHAR(128)',
    'CREATE UNIQUE INDEX IF NOT EXISTS `u_activation_code__mark` ON `activation_code` (`mark_n`, `live`)',
    'CREATE INDEX IF NOT EXISTS `i_activation_code__code_n` ON `activation_code` (`code_n`)',
  ],
  mariadb: [
    'DROP INDEX IF EXISTS `u_activation_code__code` ON `activation_code`',
    'ALTER TABLE `activation_code` ADD COLUMN IF NOT EXISTS `sealed` VARCHAR(255)',
    'ALTER TABLE `activation_code` ADD COLUMN IF NOT EXISTS `mark` VARCHAR(64)',
    'ALTER TABLE `activation_code` ADD COLUMN IF NOT EXISTS `mark_n` VARCHAR(128)',
    'CREATE UNIQUE INDEX IF NOT EXISTS `u_activation_code__mark` ON `activation_code` (`mark_n`, `live`)',
    'CREATE INDEX IF NOT EXISTS `i_activation_code__code_n` ON `activation_code` (`code_n`)',
  ],
  migrateData: encryptCodes,
};
