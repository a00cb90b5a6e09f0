/**
 * Migration 0042_mutation_keys: idempotency keys are stored per caller, a deletion may wait for a second person, and a member has a
 * previous sign-in; never changed after release.
 */
import { scopeIdempotencyKeys } from '../dataMigrations/scopeIdempotencyKeys';
import type { Migration } from '../migrate';

export const m0042MutationKeys: Migration = {
  id: '0042_mutation_keys',
  sqlite: [
    "ALTER TABLE `pending_booking` ADD COLUMN `act` VARCHAR(255) NOT NULL DEFAULT 'book'",
    'ALTER TABLE `user` ADD COLUMN `previous_login_time` BIGINT',
    'ALTER TABLE `user` ADD COLUMN `previous_login_ip` VARCHAR(45)',
  ],
  mariadb: [
    "ALTER TABLE `pending_booking` ADD COLUMN IF NOT EXISTS `act` VARCHAR(255) NOT NULL DEFAULT 'book'",
    'ALTER TABLE `user` ADD COLUMN IF NOT EXISTS `previous_login_time` BIGINT',
    'ALTER TABLE `user` ADD COLUMN IF NOT EXISTS `previous_login_ip` VARCHAR(45)',
  ],
  migrateData: scopeIdempotencyKeys,
};
