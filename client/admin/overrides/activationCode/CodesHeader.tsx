/** Beside the add button of activation codes: make a series, redeem a code for a member. */
import Button from '@mui/material/Button';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { activationCode } from '../../../../common/entities/activationCode';
import { usePermissions } from '../../../engine/usePermissions';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

const SeriesDialog = lazyWithRetry(async () => (await import('./SeriesDialog')).SeriesDialog);
const RedeemDialog = lazyWithRetry(async () => (await import('./RedeemDialog')).RedeemDialog);

export function CodesHeader() {
  useLazyTranslations();
  const { t } = useTranslation();
  const permissions = usePermissions(activationCode);
  const [opened, setOpened] = useState<'series' | 'redeem'>();
  const close = () => setOpened(undefined);
  return (
    <>
      {permissions.canRunAction('redeem') && (
        <Button onClick={() => setOpened('redeem')}>{t('activationCodes.redeem')}</Button>
      )}
      {permissions.can('create') && <Button onClick={() => setOpened('series')}>{t('activationCodes.series')}</Button>}
      <Suspense fallback={null}>
        {opened === 'series' && <SeriesDialog onClose={close} />}
        {opened === 'redeem' && <RedeemDialog onClose={close} />}
      </Suspense>
    </>
  );
}
