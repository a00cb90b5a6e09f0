/** Opens the dashboard as a kiosk here, or creates a kiosk link for another display. */
import Fullscreen from '@mui/icons-material/TvOutlined';
import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isPermissionGranted, useBootstrap } from '../../../../shared/api/bootstrap';

export function KioskButton({ onStart }: { readonly onStart: () => void }) {
  const { t } = useTranslation();
  const { permissions } = useBootstrap();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const startHere = () => {
    setAnchor(null);
    document.documentElement.requestFullscreen().catch(() => undefined);
    onStart();
  };
  const canCreateLink = isPermissionGranted(permissions, 'wall_screen/add');
  return (
    <>
      <Button
        size="small"
        startIcon={<Fullscreen />}
        {...(canCreateLink ? { 'aria-haspopup': 'menu' } : {})}
        onClick={(event) => (canCreateLink ? setAnchor(event.currentTarget) : startHere())}
      >
        {t('dashboard.wall.start')}
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        <MenuItem onClick={startHere}>{t('dashboard.wall.here')}</MenuItem>
        <MenuItem component={Link} to="/admin/wall_screen?record=new">
          {t('dashboard.wall.elsewhere')}
        </MenuItem>
      </Menu>
    </>
  );
}
