/** Migration 0083_module_failure: why the last change of a module failed, in English, beside the text in Chinese. Never changed after release. */
import type { Migration } from '../migrate';

export const m0083ModuleFailure: Migration = {
  id: '0083_module_failure',
  sqlite: ['ALTER TABLE `module` ADD COLUMN `failure_en` TEXT'],
  mariadb: ['ALTER TABLE `module` ADD COLUMN IF NOT EXISTS `failure_en` TEXT'],
};
