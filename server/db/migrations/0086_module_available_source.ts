/** Migration 0086_module_available_source: the market source of a package that waits. Never changed after release. */
import type { Migration } from '../migrate';

const COPY_SOURCE = "UPDATE `module` SET available_source_url = source_url WHERE available_digest <> ''";

export const m0086ModuleAvailableSource: Migration = {
  id: '0086_module_available_source',
  sqlite: ["ALTER TABLE `module` ADD COLUMN `available_source_url` VARCHAR(255) NOT NULL DEFAULT ''", COPY_SOURCE],
  mariadb: [
    "ALTER TABLE `module` ADD COLUMN IF NOT EXISTS `available_source_url` VARCHAR(255) NOT NULL DEFAULT ''",
    COPY_SOURCE,
  ],
};
