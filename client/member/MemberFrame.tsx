/** The member centre around its screens; opens the member's live connection. */
import Box from '@mui/material/Box';
import { Suspense, useEffect, type ReactNode } from 'react';
import { useApp } from '../shared/app';
import { Logo } from '../ui/Logo';
import { useCentreQuery } from './centreApi';
import { ConnectionDot } from './ConnectionDot';
import { isClosed, useSiteName } from '../shared/site';
import { useAppSelector } from '../shared/createStore';
import { lazyPart } from '../ui/lazyPart';

/** Not part of the first load: the page stands without it. */
const Bell = lazyPart(async () => (await import('./frame/MemberBell')).MemberBell, 'small');
const CentreBar = lazyPart(async () => (await import('./frame/CentreBar')).CentreBar);
const Closed = lazyPart(async () => (await import('./frame/Closed')).Closed);
const Controls = lazyPart(async () => (await import('./frame/Controls')).Controls, 'small');
const SupportBanner = lazyPart(async () => (await import('./care/SupportBanner')).SupportBanner);
/** What flies out over the page hangs beside it: nothing there covers the message. */
const closeFlyouts = () => {
  for (const behind of document.querySelectorAll<HTMLElement>('.MuiPopover-root > .MuiBackdrop-root')) behind.click();
};
const BUTTON = 36;
const CONTROLS = 3 * BUTTON + 8;
const measure = { width: '100%', maxWidth: 1120, mx: 'auto', px: { xs: 4, sm: 6 } };

export function MemberFrame({ children }: { readonly children: ReactNode }) {
  const site = useSiteName();
  const { live } = useApp();
  const closed = useAppSelector(isClosed);
  const support = useCentreQuery(undefined).data?.support ?? 0;
  useEffect(() => live.open(), [live]);
  useEffect(() => {
    if (closed) closeFlyouts();
  }, [closed]);
  return (
    <>
      <Suspense fallback={null}>{support > 0 && <SupportBanner until={support} />}</Suspense>
      <Box component="header" sx={{ bgcolor: 'background.paper', borderBottom: 1, borderColor: 'divider' }}>
        <Box sx={{ ...measure, height: 64, display: 'flex', alignItems: 'center', gap: 1 }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Logo name={site} />
          </Box>
          <ConnectionDot />
          <Suspense fallback={<Box sx={{ width: BUTTON }} />}>
            <Bell />
          </Suspense>
          <Suspense fallback={<Box sx={{ width: CONTROLS }} />}>
            <Controls />
          </Suspense>
        </Box>
        <Box sx={{ ...measure, minHeight: { xs: 84, sm: 44 } }}>
          <Suspense fallback={null}>{closed ? null : <CentreBar />}</Suspense>
        </Box>
      </Box>
      <Box component="main" sx={{ ...measure, flex: 1, py: { xs: 6, sm: 10 } }}>
        <Suspense fallback={null}>{closed && <Closed />}</Suspense>
        {/* What was typed stays for when it opens again. */}
        <Box hidden={closed}>{children}</Box>
      </Box>
    </>
  );
}
