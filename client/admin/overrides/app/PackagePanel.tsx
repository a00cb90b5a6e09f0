/** Below the running status of an app: packages it, shows that the packaging runs, and leads to the app that runs. */
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { app } from '../../../../common/entities/app';
import { useRow } from '../../../engine/data/useRow';
import { rowsApi } from '../../../engine/data/rowsApi';
import type { BelowFieldProps } from '../../../engine/override';
import { usePermissions } from '../../../engine/usePermissions';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { useDownload } from '../../../shared/app/useDownload';

const { packaging } = app.spec.fields.running_status.options.values;

export function PackagePanel({ rowId }: BelowFieldProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const row = useRow(app, rowId).cachedRow?.row;
  const { canRunAction } = usePermissions(app);
  const [run, { isLoading }] = rowsApi.useActMutation();
  const download = useDownload();
  if (row === undefined) return null;
  const isPackaging = row['running_status'] === packaging;
  const isRunning = (row['container_id'] ?? null) !== null;
  const act = (action: 'package' | 'stop') => void run({ e: app.name, id: rowId, action, announce: true });
  return (
    <Stack sx={{ mt: 1, gap: 1 }}>
      {isPackaging && <LinearProgress aria-label={t('gatewayApis.packaging')} />}
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
        {canRunAction('package') && (
          <Button size="small" variant="outlined" disabled={isLoading || isPackaging} onClick={() => act('package')}>
            {t('gatewayApis.package')}
          </Button>
        )}
        {isRunning && (
          <Button size="small" href={`/apps/${rowId}/`} target="_blank" rel="noopener">
            {t('gatewayApis.open_app')}
          </Button>
        )}
        {isRunning && (
          <Button size="small" onClick={() => download(`/admin/terminal/archive?id=${rowId}`, `app-${rowId}.zip`)}>
            {t('gatewayApis.download')}
          </Button>
        )}
        {isRunning && canRunAction('stop') && (
          <StopButton isDisabled={isLoading || isPackaging} onStop={() => act('stop')} />
        )}
      </Stack>
    </Stack>
  );
}

interface StopButtonProps {
  readonly isDisabled: boolean;
  readonly onStop: () => void;
}
function StopButton({ isDisabled, onStop }: StopButtonProps) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const stop = () => {
    close();
    onStop();
  };
  return (
    <>
      <Button size="small" color="error" disabled={isDisabled} onClick={() => setIsOpen(true)}>
        {t('gatewayApis.stop')}
      </Button>
      <Dialog open={isOpen} onClose={close} aria-labelledby="stop-app">
        <DialogTitle id="stop-app">{t('gatewayApis.stop_title')}</DialogTitle>
        <DialogContent>
          <DialogContentText>{t('gatewayApis.stop_text')}</DialogContentText>
        </DialogContent>
        <DialogActions>
          <Button onClick={close}>{t('gatewayApis.cancel')}</Button>
          <Button color="error" variant="contained" onClick={stop}>
            {t('gatewayApis.stop')}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
