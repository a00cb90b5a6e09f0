/** A page of others inside the console, sandboxed, without a referrer; an address no rule holds gets no frame at all. */
import Box from '@mui/material/Box';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useBootstrap } from '../../../shared/bootstrap';
import { embeddedUrl, embedPath, sandboxOf } from '../../layout/embedded';
import { leavesOf, usePlaces } from '../../layout/menu';
import { NoPower } from '../../layout/Refused';

/** A page that was loaded anew this short ago has the policy of just now: doing it again would change nothing. */
const YOUNG_MS = 5_000;
const isFresh = () =>
  performance.now() < YOUNG_MS &&
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload');

/** The page's policy names what the rules held when it was loaded; a rule made since needs a new one. */
function useFreshPolicy(): void {
  useEffect(() => {
    const onRefused = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === 'frame-src' && !isFresh()) window.location.reload();
    };
    document.addEventListener('securitypolicyviolation', onRefused);
    return () => document.removeEventListener('securitypolicyviolation', onRefused);
  }, []);
}

export function Embedded() {
  useFreshPolicy();
  const { pathname } = useLocation();
  const { menus } = useBootstrap();
  const places = usePlaces();
  const { origin } = window.location;
  const url = embeddedUrl(pathname, menus, origin);
  if (url === undefined) return <NoPower />;
  const path = embedPath(url);
  return (
    <Box
      component="iframe"
      key={url}
      src={url}
      title={leavesOf(places).find(({ to }) => to === path)?.title ?? url}
      sandbox={sandboxOf(url, origin)}
      referrerPolicy="no-referrer"
      sx={{ flex: 1, minHeight: 0, width: '100%', border: 0, bgcolor: 'background.paper' }}
    />
  );
}
