/** Puts the dashboard on a wall: on this very screen, or on another one by a link of its own. */
import Fullscreen from '@mui/icons-material/TvOutlined';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { hasPermission, useBootstrap } from '../../../shared/api/bootstrap';

export function WallButton({ onWall }: { readonly onWall: () => void }) {
  const { t } = useTranslation();
  const { permissions } = useBootstrap();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const show = () => {
    setAnchor(null);
    document.documentElement.requestFullscreen().catch(() => undefined);
    onWall();
  };
  const mayHang = hasPermission(permissions, 'wall_screen/add');
  return (
    <>
      <Button
        size="small"
        startIcon={<Fullscreen />}
        {...(mayHang ? { 'aria-haspopup': 'menu' } : {})}
        onClick={(event) => (mayHang ? setAnchor(event.currentTarget) : show())}
      >
        {t('dashboard.wall.start')}
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        <MenuItem onClick={show}>{t('dashboard.wall.here')}</MenuItem>
        <MenuItem component={Link} to="/admin/wall_screen?record=new">
          {t('dashboard.wall.elsewhere')}
        </MenuItem>
      </Menu>
    </>
  );
}
