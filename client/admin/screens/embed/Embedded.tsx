/** Screen with an embedded page; only URLs of menu rules are framed. */
import Box from '@mui/material/Box';
import { useLocation } from 'react-router';
import { useBootstrap } from '../../../shared/api/bootstrap';
import { visuallyHidden } from '../../../ui/visuallyHidden';
import { BlockedPage } from '../../../shared/embed/BlockedPage';
import { EmbeddedPage } from '../../../shared/embed/EmbeddedPage';
import { blockedUrl, embeddedUrl, consoleEmbedPath } from '../../layout/menu/embeddedPages';
import { menuLeaves, useAllMenuEntries } from '../../layout/menu/menuEntries';
import { Forbidden } from '../../ErrorScreens';

export function Embedded() {
  const { pathname } = useLocation();
  const { menus } = useBootstrap();
  const menuEntries = useAllMenuEntries();
  const blocked = blockedUrl(pathname, menus, window.location.origin);
  const url = embeddedUrl(pathname, menus, window.location.origin);
  if (blocked !== undefined) return <BlockedPage url={blocked} />;
  if (url === undefined) return <Forbidden />;
  const path = consoleEmbedPath(url);
  const title = menuLeaves(menuEntries).find(({ to }) => to === path)?.title ?? url;
  return (
    <>
      <Box component="h1" sx={visuallyHidden}>
        {title}
      </Box>
      <EmbeddedPage url={url} title={title} frameSize={{ flex: 1, minHeight: 0 }} />
    </>
  );
}
