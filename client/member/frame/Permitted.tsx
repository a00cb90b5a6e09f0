/** A screen is shown while the member's group has it; where it has not, or no longer, access is denied (specification, point 6). */
import { useEffect, type ReactNode } from 'react';
import { useApp } from '../../shared/app';
import { NO_POWER } from '../../shared/onward';
import { useCentreQuery } from '../centreApi';

interface PermittedProps {
  readonly path: string;
  readonly children: ReactNode;
}
export function Permitted({ path, children }: PermittedProps) {
  const { go } = useApp();
  const places = useCentreQuery(undefined).data?.places;
  const denied = places !== undefined && !places.some(({ to }) => to.toLowerCase() === path.toLowerCase());
  useEffect(() => {
    if (denied) go(NO_POWER, true);
  }, [denied, go]);
  return denied ? null : children;
}
