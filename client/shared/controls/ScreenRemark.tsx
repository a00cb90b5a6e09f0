/** The remark of the menu rule of a screen; nothing where the rule has none. */
import Typography from '@mui/material/Typography';
import { remarkIn, useBootstrap } from '../bootstrap';

interface ScreenRemarkProps {
  /** Name of the rule. */
  readonly screen: string;
  /** The space at the sides; none where the screen has its own. */
  readonly px?: object | number;
}
export function ScreenRemark({ screen, px = { xs: 4, sm: 6 } }: ScreenRemarkProps) {
  const { menus } = useBootstrap();
  const remark = remarkIn(menus, screen);
  if (remark === '') return null;
  return (
    <Typography
      variant="body2"
      sx={{ px, pt: 1, color: 'text.secondary', overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}
    >
      {remark}
    </Typography>
  );
}
