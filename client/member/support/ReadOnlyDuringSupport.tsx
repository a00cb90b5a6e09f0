/** Disables the controls inside it during a support session, and gives the reason. */
import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCenterQuery } from '../memberCenterApi';

export function ReadOnlyDuringSupport({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation();
  const supportUntil = useCenterQuery(undefined).data?.supportUntil ?? 0;
  if (supportUntil === 0) return children;
  const reason = t('faults.access.support_looks');
  return (
    <Tooltip title={reason} followCursor>
      <Box
        component="fieldset"
        disabled
        aria-label={reason}
        sx={{
          m: 0,
          p: 0,
          border: 0,
          minWidth: 0,
          opacity: 0.6,
          cursor: 'not-allowed',
          '& *': { pointerEvents: 'none' },
        }}
      >
        {children}
      </Box>
    </Tooltip>
  );
}
