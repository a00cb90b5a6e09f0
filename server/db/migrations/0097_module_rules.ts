/** Migration 0097_module_rules: modules know the menu rules that were made for them; never changed after release. */
import { recordModuleRules } from '../dataMigrations/recordModuleRules';
import type { Migration } from '../migrate';

export const m0097ModuleRules: Migration = {
  id: '0097_module_rules',
  sqlite: [],
  mariadb: [],
  migrateData: recordModuleRules,
};
