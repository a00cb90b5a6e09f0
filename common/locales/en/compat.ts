/** Texts that only older clients show. */
export const compat = {
  elsewhere: '{{title}} (opens in Atrium)',
  noPermission: 'No permissions',
  superAdmin: 'Super admin',
  ruleCount: '{{first}} and {{count}} more',
  allModules: 'All',
  noSources: 'No market source is set up. Add one on the Market sources screen of the Atrium console.',
  moreModules:
    'To link an account, rate a module or request a refund, open the Marketplace screen of the Atrium console.',
  orPoints: '{{title}} (or {{points}} points)',
  remoteSelect:
    'A remote select needs an entity, which this form can’t name. Add the setting at {{url}}. Nothing was saved.',
  emptyKey: 'Each value needs a key.',
  repeatedKey: 'The key “{{key}}” appears twice.',
  emptyTitle: 'Enter a title for the tab “{{key}}”.',
  secretElsewhere: 'Set this secret at {{url}}.',
  otherName: 'Name it “{{name}}” here.',
  columnAdded: 'The column “{{name}}” was added, because each table needs a short text as its title.',
  designIgnored: 'Not taken over as sent: {{names}}.',
  skippedSql: 'Only the columns of the table were read. Skipped or changed: {{parts}}',
} as const;
