/** A page of others inside the console; an address no rule holds gets no frame at all. */
import { useLocation } from 'react-router';
import { useBootstrap } from '../../../shared/bootstrap';
import { BarredPage } from '../../../shared/BarredPage';
import { EmbeddedPage } from '../../../shared/EmbeddedPage';
import { barredUrl, embeddedUrl, embedPath } from '../../layout/embedded';
import { leavesOf, usePlaces } from '../../layout/menu';
import { NoPower } from '../../layout/Refused';

export function Embedded() {
  const { pathname } = useLocation();
  const { menus } = useBootstrap();
  const places = usePlaces();
  const barred = barredUrl(pathname, menus, window.location.origin);
  const url = embeddedUrl(pathname, menus, window.location.origin);
  if (barred !== undefined) return <BarredPage url={barred} />;
  if (url === undefined) return <NoPower />;
  const path = embedPath(url);
  const title = leavesOf(places).find(({ to }) => to === path)?.title ?? url;
  return <EmbeddedPage {...{ url, title }} room={{ flex: 1, minHeight: 0 }} />;
}
