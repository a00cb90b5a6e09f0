/**
 * A screen is shown while the member's group has it; where it has not, access is denied (specification, point 6).
 * Where it has it no longer, a form with text in it stays, to be read.
 */
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useApp } from '../../shared/app';
import { NO_POWER } from '../../shared/onward';
import { useCentreQuery } from '../centreApi';
import { PermissionContext } from './permission';

interface PermittedProps {
  readonly path: string;
  readonly children: ReactNode;
}
export function Permitted({ path, children }: PermittedProps) {
  const { go } = useApp();
  const places = useCentreQuery(undefined).data?.places;
  const denied = places !== undefined && !places.some(({ to }) => to.toLowerCase() === path.toLowerCase());
  const [holders, setHolders] = useState(0);
  const refused = denied && holders === 0;
  const hold = useCallback(() => {
    setHolders((now) => now + 1);
    return () => setHolders((now) => now - 1);
  }, []);
  const permission = useMemo(() => ({ denied, hold }), [denied, hold]);
  useEffect(() => {
    if (refused) go(NO_POWER, true);
  }, [refused, go]);
  return refused ? null : <PermissionContext value={permission}>{children}</PermissionContext>;
}
