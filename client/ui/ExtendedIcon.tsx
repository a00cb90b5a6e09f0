/** An icon of the extended set; the default icon for an unknown name. */
import type { SvgIconProps } from '@mui/material/SvgIcon';
import type { ReactNode } from 'react';
import { extendedIcons } from './iconSet/extendedIcons';

interface ExtendedIconProps extends SvgIconProps {
  readonly name: string;
  readonly fallback: ReactNode;
}
export function ExtendedIcon({ name, fallback, ...rest }: ExtendedIconProps) {
  const [Icon] = Object.hasOwn(extendedIcons, name) ? (extendedIcons[name] ?? []) : [];
  return Icon ? <Icon aria-hidden {...rest} /> : fallback;
}
