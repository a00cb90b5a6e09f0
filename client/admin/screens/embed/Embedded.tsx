/** A page of others inside the console, sandboxed, without a referrer; an address no rule holds gets no frame at all. */
import Box from '@mui/material/Box';
import { useLocation } from 'react-router';
import { useBootstrap } from '../../../shared/bootstrap';
import { embeddedUrl, embedPath, sandboxOf } from '../../layout/embedded';
import { leavesOf, useMenu } from '../../layout/menu';
import { NoPower } from '../../layout/Refused';

export function Embedded() {
  const { pathname } = useLocation();
  const { menus } = useBootstrap();
  const menu = useMenu();
  const { origin } = window.location;
  const url = embeddedUrl(pathname, menus, origin);
  if (url === undefined) return <NoPower />;
  const path = embedPath(url);
  return (
    <Box
      component="iframe"
      key={url}
      src={url}
      title={leavesOf(menu).find(({ to }) => to === path)?.title ?? url}
      sandbox={sandboxOf(url, origin)}
      referrerPolicy="no-referrer"
      sx={{ flex: 1, minHeight: 0, width: '100%', border: 0, bgcolor: 'background.paper' }}
    />
  );
}
