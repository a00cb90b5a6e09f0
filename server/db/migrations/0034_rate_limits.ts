/** Migration 0034_rate_limits: the browser of a session, and the requester of a code; never changed after release. */
import type { Migration } from '../migrate';

export const m0034RateLimits: Migration = {
  id: '0034_rate_limits',
  sqlite: [
    'ALTER TABLE `session` ADD COLUMN `browser` VARCHAR(100)',
    'ALTER TABLE `one_time_code` ADD COLUMN `asker` VARCHAR(64)',
    'ALTER TABLE `one_time_code` ADD COLUMN `other_tries` BIGINT NOT NULL DEFAULT 0',
  ],
  mariadb: [
    'ALTER TABLE `session` ADD COLUMN IF NOT EXISTS `browser` VARCHAR(100)',
    'ALTER TABLE `one_time_code` ADD COLUMN IF NOT EXISTS `asker` VARCHAR(64)',
    'ALTER TABLE `one_time_code` ADD COLUMN IF NOT EXISTS `other_tries` BIGINT NOT NULL DEFAULT 0',
  ],
};
