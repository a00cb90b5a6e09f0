/** The settings for the live channel. */
import type { Services } from './context';
import type { ReloadableSettings } from './live/features/settingsEvents';
import { buildSiteConfig } from './modules/bootstrap/siteConfig';
import { loadTerminalSettings, SETTINGS_ENTITY } from './modules/terminal/terminalSettings';
import type { TerminalSettings } from '../common/terminal';

/** The settings as the live channel reads them after a change of the log, and as clients show them. */
export function createLiveSettingsSource(
  services: Services,
  refreshSettings: () => Promise<void>,
  { version }: { readonly version: string },
): ReloadableSettings {
  let terminal: TerminalSettings | undefined;
  return {
    isAffectedBy: ({ entityName }) => entityName === 'config' || entityName === SETTINGS_ENTITY,
    refresh: async () => {
      await refreshSettings();
      terminal = await loadTerminalSettings(services);
    },
    isClosed: () => !services.settings.memberCenter,
    getSiteSettings: (realm) => ({
      ...buildSiteConfig(services.settings, realm, version),
      ...(realm === 'admin' && terminal ? { terminal } : {}),
    }),
  };
}
