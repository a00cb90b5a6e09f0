/** The extended icon set, loaded when one of its icons is shown or chosen. */
import type { IconSet } from './iconSet';
import { lifeIcons } from './lifeIcons';
import { workIcons } from './workIcons';

export const extendedIcons: IconSet = { ...workIcons, ...lifeIcons };
