/** An icon of the larger set, or the usual one for a name nobody knows. */
import type { SvgIconProps } from '@mui/material/SvgIcon';
import type { ReactNode } from 'react';
import { moreIcons } from './iconSet/moreIcons';

interface MoreIconProps extends SvgIconProps {
  readonly name: string;
  readonly unknown: ReactNode;
}
export function MoreIcon({ name, unknown, ...rest }: MoreIconProps) {
  const [Icon] = Object.hasOwn(moreIcons, name) ? (moreIcons[name] ?? []) : [];
  return Icon ? <Icon aria-hidden {...rest} /> : unknown;
}
