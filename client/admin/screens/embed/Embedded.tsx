/** A page of others inside the console; an address no rule holds gets no frame at all. */
import { useLocation } from 'react-router';
import { useBootstrap } from '../../../shared/api/bootstrap';
import { BlockedPage } from '../../../shared/embed/BlockedPage';
import { EmbeddedPage } from '../../../shared/embed/EmbeddedPage';
import { blockedUrl, embeddedUrl, embedPath } from '../../layout/menu/embeddedPages';
import { menuLeaves, useAllMenuEntries } from '../../layout/menu/menuEntries';
import { Forbidden } from '../../layout/frame/ErrorScreens';

export function Embedded() {
  const { pathname } = useLocation();
  const { menus } = useBootstrap();
  const places = useAllMenuEntries();
  const barred = blockedUrl(pathname, menus, window.location.origin);
  const url = embeddedUrl(pathname, menus, window.location.origin);
  if (barred !== undefined) return <BlockedPage url={barred} />;
  if (url === undefined) return <Forbidden />;
  const path = embedPath(url);
  const title = menuLeaves(places).find(({ to }) => to === path)?.title ?? url;
  return <EmbeddedPage {...{ url, title }} frameSize={{ flex: 1, minHeight: 0 }} />;
}
