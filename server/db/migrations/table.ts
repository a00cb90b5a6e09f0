/** The list of all database migrations in the order in which they run. `npm run migrate:make` adds a line. */
import { m0001Initial } from './0001_initial';
import { m0002Sessions } from './0002_sessions';
import { m0003Notices } from './0003_notices';
import { m0004Nodes } from './0004_nodes';
import { m0005JournalChain } from './0005_journal_chain';
import { m0006RightsGate } from './0006_rights_gate';
import { m0007Drafts } from './0007_drafts';
import { m0008Nouns } from './0008_nouns';
import { m0009Presence } from './0009_presence';
import { m0010ApiToken } from './0010_api_token';
import { m0011SecondFactor } from './0011_second_factor';
import { m0012Ledger } from './0012_ledger';
import { m0013CountersAndVisits } from './0013_counters_and_visits';
import { m0014Files } from './0014_files';
import { m0015Dashboard } from './0015_dashboard';
import { m0016Codes } from './0016_codes';
import { m0017SavedViews } from './0017_saved_views';
import { m0018Terminal } from './0018_terminal';
import { m0019BoardCards } from './0019_board_cards';
import { m0020ListIndexes } from './0020_list_indexes';
import { m0021PendingBooking } from './0021_pending_booking';
import { m0022WallsAndRecipients } from './0022_walls_and_recipients';
import { m0023StoredObjects } from './0023_stored_objects';
import { m0024SupportAndReconciliation } from './0024_support_and_reconciliation';
import { m0025HistoryOfAYear } from './0025_history_of_a_year';
import { m0026Watching } from './0026_watching';
import { m0027CrudLogAndModules } from './0027_crud_log_and_modules';
import { m0028SealedCodes } from './0028_sealed_codes';
import { m0029AppSecrets } from './0029_app_secrets';
import { m0031MemberFormer } from './0031_member_former';
import { m0032MemberDevices } from './0032_member_devices';
import { m0033Accounts } from './0033_accounts';
import { m0034RateLimits } from './0034_rate_limits';
import { m0036Authority } from './0036_authority';
import { m0037EntryWords } from './0037_entry_words';
import { m0039RuleScreens } from './0039_rule_screens';
import { m0041RedeemRule } from './0041_redeem_rule';
import { m0042MutationKeys } from './0042_mutation_keys';
import { m0045PublicIds } from './0045_public_ids';
import { m0047SessionDevice } from './0047_session_device';
import { m0048DefinitionOptions } from './0048_definition_options';
import { m0049SiteTranslations } from './0049_site_translations';
import { m0050PublishingWindow } from './0050_publishing_window';
import { m0051SiteForms } from './0051_site_forms';
import { m0052HistoryOfAnEntity } from './0052_history_of_an_entity';
import { m0053Designer } from './0053_designer';
import { m0054MessageLimits } from './0054_message_limits';
import { m0056DesignFieldOptions } from './0056_design_field_options';
import { m0058Modules } from './0058_modules';
import { m0061Gateway } from './0061_gateway';
import { m0062ActivationGrants } from './0062_activation_grants';
import { m0063Market } from './0063_market';
import { m0064MenuIcons } from './0064_menu_icons';
import { m0065NoticesRule } from './0065_notices_rule';
import { m0066OpenCallRetention } from './0066_open_call_retention';
import { m0067Webhooks } from './0067_webhooks';
import { m0068ModuleHooks } from './0068_module_hooks';
import { m0069MemberFactor } from './0069_member_factor';
import { m0070ModuleParts } from './0070_module_parts';
import { m0071Imports } from './0071_imports';
import { m0072Comments } from './0072_comments';
import { m0073SharedDrafts } from './0073_shared_drafts';
import { m0074WebhookOldSecret } from './0074_webhook_old_secret';
import { m0075Oidc } from './0075_oidc';
import { m0076CollaborativeTexts } from './0076_collaborative_texts';
import { m0077AppTranslations } from './0077_app_translations';
import { m0080PublishTime } from './0080_publish_time';
import { m0081DraftSuggesters } from './0081_draft_suggesters';
import { m0082FieldPermissions } from './0082_field_permissions';
import { m0083ModuleFailure } from './0083_module_failure';
import { m0084ParentShown } from './0084_parent_shown';
import { m0085SolutionCases } from './0085_solution_cases';
import { m0086ModuleAvailableSource } from './0086_module_available_source';
import { m0087DraftEditors } from './0087_draft_editors';
import { m0088DraftPeople } from './0088_draft_people';
import { m0089CodeUses } from './0089_code_uses';
import { m0090NavigationParentShown } from './0090_navigation_parent_shown';
import { m0092BoardTitles } from './0092_board_titles';
import { m0094FieldNames } from './0094_field_names';
import { m0095DecimalBounds } from './0095_decimal_bounds';
import { m0096SearchEntries } from './0096_search_entries';
import { m0097ModuleRules } from './0097_module_rules';
import type { Migration } from '../migrate';

export const migrations: readonly Migration[] = [
  m0001Initial,
  m0002Sessions,
  m0003Notices,
  m0004Nodes,
  m0005JournalChain,
  m0006RightsGate,
  m0007Drafts,
  m0008Nouns,
  m0009Presence,
  m0010ApiToken,
  m0011SecondFactor,
  m0012Ledger,
  m0013CountersAndVisits,
  m0014Files,
  m0015Dashboard,
  m0016Codes,
  m0017SavedViews,
  m0018Terminal,
  m0019BoardCards,
  m0020ListIndexes,
  m0021PendingBooking,
  m0022WallsAndRecipients,
  m0023StoredObjects,
  m0024SupportAndReconciliation,
  m0025HistoryOfAYear,
  m0026Watching,
  m0027CrudLogAndModules,
  m0028SealedCodes,
  m0029AppSecrets,
  m0031MemberFormer,
  m0032MemberDevices,
  m0033Accounts,
  m0034RateLimits,
  m0036Authority,
  m0037EntryWords,
  m0039RuleScreens,
  m0041RedeemRule,
  m0042MutationKeys,
  m0045PublicIds,
  m0047SessionDevice,
  m0048DefinitionOptions,
  m0049SiteTranslations,
  m0050PublishingWindow,
  m0051SiteForms,
  m0052HistoryOfAnEntity,
  m0053Designer,
  m0054MessageLimits,
  m0056DesignFieldOptions,
  m0058Modules,
  m0061Gateway,
  m0062ActivationGrants,
  m0063Market,
  m0064MenuIcons,
  m0065NoticesRule,
  m0066OpenCallRetention,
  m0067Webhooks,
  m0068ModuleHooks,
  m0069MemberFactor,
  m0070ModuleParts,
  m0071Imports,
  m0072Comments,
  m0073SharedDrafts,
  m0074WebhookOldSecret,
  m0075Oidc,
  m0076CollaborativeTexts,
  m0077AppTranslations,
  m0080PublishTime,
  m0081DraftSuggesters,
  m0082FieldPermissions,
  m0083ModuleFailure,
  m0084ParentShown,
  m0085SolutionCases,
  m0086ModuleAvailableSource,
  m0087DraftEditors,
  m0088DraftPeople,
  m0089CodeUses,
  m0090NavigationParentShown,
  m0092BoardTitles,
  m0094FieldNames,
  m0095DecimalBounds,
  m0096SearchEntries,
  m0097ModuleRules,
];
