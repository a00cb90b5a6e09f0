/** Migration 0048_definition_options: stored definitions get today's option names (`words` → `labels` …); never changed once released. */
import { renameOptions } from '../dataMigrations/renameOptions';
import type { Migration } from '../migrate';

export const m0048DefinitionOptions: Migration = {
  id: '0048_definition_options',
  sqlite: [],
  mariadb: [],
  migrateData: renameOptions,
};
