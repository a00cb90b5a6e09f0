/** Translated name of a command; its key when there is no translation. */
import { useTranslation } from 'react-i18next';
import { terminal as terminalTexts } from '../../../common/locales/en/terminal';

const hasTranslation = (commandGroup: string): commandGroup is keyof typeof terminalTexts.commands =>
  Object.hasOwn(terminalTexts.commands, commandGroup);

export function useCommandName(): (key: string) => string {
  const { t } = useTranslation();
  return (key) => {
    const [commandGroup = '', packageManager = ''] = key.split('.');
    return hasTranslation(commandGroup) ? t(`terminal.commands.${commandGroup}`, { tool: packageManager }) : key;
  };
}
