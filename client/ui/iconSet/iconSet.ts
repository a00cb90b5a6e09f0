/** What a part of the icon set is: each icon by name, with the Chinese words it is searched by. */
import type { SvgIconProps } from '@mui/material/SvgIcon';
import type { ComponentType } from 'react';

export type IconSet = Readonly<Record<string, readonly [icon: ComponentType<SvgIconProps>, chinese: string]>>;
