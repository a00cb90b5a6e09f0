/**
 * Migration 0048_definition_options: stored definitions get the current option names (`words` → `labels` …); never changed after release.
 */
import { renameOptions } from '../dataMigrations/renameOptions';
import type { Migration } from '../migrate';

export const m0048DefinitionOptions: Migration = {
  id: '0048_definition_options',
  sqlite: [],
  mariadb: [],
  migrateData: renameOptions,
};
