/** The member centre around its screens; opens the member's live connection. */
import Box from '@mui/material/Box';
import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp } from '../shared/app';
import { AccountMenu } from '../shared/controls/AccountMenu';
import { LanguageMenu } from '../shared/controls/LanguageMenu';
import { SchemeMenu } from '../shared/controls/SchemeMenu';
import { Logo } from '../ui/Logo';
import { ConnectionDot } from './ConnectionDot';

/** Not part of the first load: the page stands without it. */
const Bell = lazy(async () => ({ default: (await import('../shared/notices/Bell')).Bell }));
const BUTTON = 36;
/** Members are told in whole sentences; the definitions stay with the console. */
const noNouns = () => undefined;
const measure = { width: '100%', maxWidth: 960, mx: 'auto', px: { xs: 4, sm: 6 } };

export function MemberFrame({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const { live } = useApp();
  useEffect(() => live.open(), [live]);
  return (
    <>
      <Box component="header" sx={{ bgcolor: 'background.paper', borderBottom: 1, borderColor: 'divider' }}>
        <Box sx={{ ...measure, height: 64, display: 'flex', alignItems: 'center', gap: 1 }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Logo name={t('console.product')} />
          </Box>
          <ConnectionDot />
          <Suspense fallback={<Box sx={{ width: BUTTON }} />}>
            <Bell nounsOf={noNouns} />
          </Suspense>
          <LanguageMenu />
          <SchemeMenu />
          <AccountMenu />
        </Box>
      </Box>
      <Box component="main" sx={{ ...measure, flex: 1, py: { xs: 6, sm: 10 } }}>
        {children}
      </Box>
    </>
  );
}
