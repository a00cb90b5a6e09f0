/** The member centre around its screens; asks people to sign in first and opens their live connection. */
import Box from '@mui/material/Box';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, useLocation, useNavigation } from 'react-router';
import { useApp } from '../shared/app';
import { AccountMenu } from '../shared/controls/AccountMenu';
import { ConnectionPill } from '../shared/controls/ConnectionPill';
import { LanguageMenu } from '../shared/controls/LanguageMenu';
import { SchemeMenu } from '../shared/controls/SchemeMenu';
import { useAppSelector } from '../shared/createStore';
import { selectSigned } from '../shared/session';
import { Logo } from '../ui/Logo';
import { ProgressBar } from '../ui/ProgressBar';

function Bar() {
  const { t } = useTranslation();
  return (
    <Box component="header" sx={{ bgcolor: 'background.paper', borderBottom: 1, borderColor: 'divider' }}>
      <Box
        sx={{
          height: 64,
          maxWidth: 960,
          mx: 'auto',
          px: { xs: 4, sm: 6 },
          display: 'flex',
          alignItems: 'center',
          gap: 1,
        }}
      >
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Logo name={t('console.product')} />
        </Box>
        <ConnectionPill quiet />
        <LanguageMenu />
        <SchemeMenu />
        <AccountMenu />
      </Box>
    </Box>
  );
}

export function MemberFrame() {
  const { live } = useApp();
  const { state } = useNavigation();
  const { pathname } = useLocation();
  const signed = useAppSelector(selectSigned('user')) !== null;
  useEffect(() => {
    if (signed) live.open();
  }, [signed, live]);
  if (!signed) {
    const from = pathname === '/user' ? '' : `?to=${encodeURIComponent(pathname)}`;
    return <Navigate to={`/user/login${from}`} replace />;
  }
  return (
    <>
      <ProgressBar busy={state !== 'idle'} />
      <Bar />
      <Box
        component="main"
        sx={{ flex: 1, width: '100%', maxWidth: 960, mx: 'auto', px: { xs: 4, sm: 6 }, py: { xs: 6, sm: 10 } }}
      >
        <Outlet />
      </Box>
    </>
  );
}
