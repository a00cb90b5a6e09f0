/** Opens the try-out of an API, from its record and from its row. */
import PlayArrow from '@mui/icons-material/PlayArrowOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { appPluginVersionApi } from '../../../../common/entities/appPluginVersionApi';
import type { BelowFieldProps, RowMenuItemsProps } from '../../../engine/override';
import { usePermissions } from '../../../engine/usePermissions';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

const TryOutDialog = lazyWithRetry(async () => (await import('./TryOutDialog')).TryOutDialog);

export function TryOutButton({ rowId }: BelowFieldProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const canCall = usePermissions(appPluginVersionApi).canRunAction('call');
  const [isOpen, setIsOpen] = useState(false);
  if (!canCall) return null;
  return (
    <Box sx={{ mt: 1 }}>
      <Button size="small" variant="outlined" startIcon={<PlayArrow />} onClick={() => setIsOpen(true)}>
        {t('gatewayApis.try')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <TryOutDialog id={rowId} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </Box>
  );
}

export function TryOutMenuItem({ id, onDone }: RowMenuItemsProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const canCall = usePermissions(appPluginVersionApi).canRunAction('call');
  const [isOpen, setIsOpen] = useState(false);
  if (!canCall) return null;
  return (
    <>
      <MenuItem onClick={() => setIsOpen(true)}>{t('gatewayApis.try')}</MenuItem>
      {isOpen && (
        <Suspense fallback={null}>
          <TryOutDialog id={id} onClose={onDone} />
        </Suspense>
      )}
    </>
  );
}
