/** What an entry of the member's menu is called: our own screens in the language of the reader, others as staff named them. */
import type { TFunction } from 'i18next';
import { wealth } from '../../../common/locales/en/wealth';

type Known = keyof typeof wealth.menu;
const isKnown = (title: string): title is Known => Object.hasOwn(wealth.menu, title);

export const titleOfEntry = (t: TFunction, title: string): string =>
  isKnown(title) ? t(`wealth.menu.${title}`) : title;
