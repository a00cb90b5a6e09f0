/** The frame around the member's screens; opens the live connection. */
import Box from '@mui/material/Box';
import { Suspense, useEffect, type ReactNode } from 'react';
import { useApp } from '../../shared/app/appContext';
import { SiteLogo } from '../../shared/controls/SiteLogo';
import { APP_PATHS } from '../../shared/routing/safeRedirects';
import { usePath } from '../router';
import { useCenterQuery } from '../memberCenterApi';
import { ConnectionWarning } from '../ConnectionWarning';
import { isMemberCenterClosed, useSiteName } from '../../shared/store/siteSettings';
import { useAppSelector } from '../../shared/app/createStore';
import { lazyWithRetry } from '../../ui/lazyWithRetry';

/** Loaded on demand: the first screen does not need it. */
const Bell = lazyWithRetry(async () => (await import('./MemberBell')).MemberBell, 'small');
const MemberNavBar = lazyWithRetry(async () => (await import('./MemberNavBar')).MemberNavBar);
const ClosedNotice = lazyWithRetry(async () => (await import('./ClosedNotice')).ClosedNotice);
const HeaderControls = lazyWithRetry(async () => (await import('./HeaderControls')).HeaderControls, 'small');
const SupportBanner = lazyWithRetry(async () => (await import('../support/SupportBanner')).SupportBanner);
/** Closes menus and popovers: MUI renders them above the page, where they would cover the message. */
const closeFlyouts = () => {
  for (const backdrop of document.querySelectorAll<HTMLElement>('.MuiPopover-root > .MuiBackdrop-root'))
    backdrop.click();
};
const BUTTON_WIDTH = 36;
const CONTROLS_WIDTH = 3 * BUTTON_WIDTH + 8;
const pageWidth = { width: '100%', maxWidth: 1120, mx: 'auto', px: { xs: 4, sm: 6 } };

export function MemberLayout({ children }: { readonly children: ReactNode }) {
  const site = useSiteName();
  const { live } = useApp();
  const isOverview = usePath() === APP_PATHS.member.front;
  const isCenterClosed = useAppSelector(isMemberCenterClosed);
  const supportUntil = useCenterQuery(undefined).data?.supportUntil ?? 0;
  useEffect(() => live.open(), [live]);
  useEffect(() => {
    if (isCenterClosed) closeFlyouts();
  }, [isCenterClosed]);
  return (
    <>
      <Suspense fallback={null}>{supportUntil > 0 && <SupportBanner until={supportUntil} />}</Suspense>
      <Box component="header" sx={{ bgcolor: 'background.paper', borderBottom: 1, borderColor: 'divider' }}>
        <Box sx={{ ...pageWidth, height: 64, display: 'flex', alignItems: 'center', gap: 1 }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <SiteLogo name={site} />
          </Box>
          <ConnectionWarning />
          <Suspense fallback={<Box sx={{ width: BUTTON_WIDTH }} />}>
            <Bell />
          </Suspense>
          <Suspense fallback={<Box sx={{ width: CONTROLS_WIDTH }} />}>
            <HeaderControls />
          </Suspense>
        </Box>
        <Box sx={{ ...pageWidth, minHeight: { xs: isOverview ? 44 : 84, sm: 44 } }}>
          <Suspense fallback={null}>{isCenterClosed ? null : <MemberNavBar />}</Suspense>
        </Box>
      </Box>
      <Box component="main" sx={{ ...pageWidth, flex: 1, py: { xs: 6, sm: 10 } }}>
        <Suspense fallback={null}>{isCenterClosed && <ClosedNotice />}</Suspense>
        {/* Stays mounted while the member center is closed, so that typed text is kept. */}
        <Box hidden={isCenterClosed}>{children}</Box>
      </Box>
    </>
  );
}
