/** The remark of the menu rule that opens a screen; renders nothing if the rule has none. */
import Typography from '@mui/material/Typography';
import { useLocation } from 'react-router';
import { findRemark, useBootstrap } from '../api/bootstrap';

interface ScreenRemarkProps {
  /** Name of the screen. */
  readonly screen: string;
  /** The horizontal padding; none if the screen has its own. */
  readonly paddingX?: object | number;
}
export function ScreenRemark({ screen, paddingX = { xs: 4, sm: 6 } }: ScreenRemarkProps) {
  const { menus } = useBootstrap();
  const { pathname } = useLocation();
  const remark = findRemark(menus, screen, pathname);
  if (remark === '') return null;
  return (
    <Typography
      variant="body2"
      sx={{ px: paddingX, pt: 1, color: 'text.secondary', overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}
    >
      {remark}
    </Typography>
  );
}
