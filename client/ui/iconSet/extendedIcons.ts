/** The whole of the icon set beyond the few that every first picture needs; fetched when one of them is shown or chosen. */
import type { IconSet } from './iconSet';
import { lifeIcons } from './lifeIcons';
import { workIcons } from './workIcons';

export const moreIcons: IconSet = { ...workIcons, ...lifeIcons };
