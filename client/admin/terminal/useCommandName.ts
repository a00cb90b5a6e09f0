/** What a command is called in the language of the screen; one nobody has words for keeps its own name. */
import { useTranslation } from 'react-i18next';
import { terminal as words } from '../../../common/locales/en/terminal';

const isKnown = (group: string): group is keyof typeof words.commands => Object.hasOwn(words.commands, group);

export function useCommandName(): (key: string) => string {
  const { t } = useTranslation();
  return (key) => {
    const [group = '', tool = ''] = key.split('.');
    return isKnown(group) ? t(`terminal.commands.${group}`, { tool }) : key;
  };
}
