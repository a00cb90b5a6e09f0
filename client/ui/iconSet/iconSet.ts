/** The type of an icon set: each icon by name, with the Chinese words that find it. */
import type { SvgIconProps } from '@mui/material/SvgIcon';
import type { ComponentType } from 'react';

export type IconSet = Readonly<Record<string, readonly [icon: ComponentType<SvgIconProps>, chinese: string]>>;
