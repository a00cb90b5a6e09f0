/** Translated name of a command; the command itself when it has no name. */
import { taskName } from '../../../common/locales/taskNames';
import { useLanguage } from '../../shared/i18n/i18n';

export function useCommandName(): (command: string) => string {
  const lang = useLanguage();
  return (command) => taskName(lang, command);
}
