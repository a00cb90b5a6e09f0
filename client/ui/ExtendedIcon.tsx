/** An icon of the larger set, or the usual one for a name nobody knows. */
import type { SvgIconProps } from '@mui/material/SvgIcon';
import type { ReactNode } from 'react';
import { moreIcons } from './iconSet/extendedIcons';

interface ExtendedIconProps extends SvgIconProps {
  readonly name: string;
  readonly fallback: ReactNode;
}
export function ExtendedIcon({ name, fallback, ...rest }: ExtendedIconProps) {
  const [Icon] = Object.hasOwn(moreIcons, name) ? (moreIcons[name] ?? []) : [];
  return Icon ? <Icon aria-hidden {...rest} /> : fallback;
}
