/** Opens the designer instead of a panel beside the list. */
import { Navigate, useLocation } from 'react-router';
import type { PanelProps } from '../../engine/override';

export function OpenDesigner({ id }: PanelProps) {
  const { pathname } = useLocation();
  return <Navigate to={`${pathname}/${id}`} replace />;
}
