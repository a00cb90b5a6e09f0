/** What a command is called in the language of the screen; one nobody has words for keeps its own name. */
import { useTranslation } from 'react-i18next';
import { terminal as words } from '../../../common/locales/en/terminal';

const hasTranslation = (commandGroup: string): commandGroup is keyof typeof words.commands =>
  Object.hasOwn(words.commands, commandGroup);

export function useCommandName(): (key: string) => string {
  const { t } = useTranslation();
  return (key) => {
    const [commandGroup = '', packageManager = ''] = key.split('.');
    return hasTranslation(commandGroup) ? t(`terminal.commands.${commandGroup}`, { tool: packageManager }) : key;
  };
}
