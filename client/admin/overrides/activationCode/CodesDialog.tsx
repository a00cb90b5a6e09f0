/** Shows whole activation codes for copying. They are requested on open and not kept after close. */
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useEffect, useEffectEvent, useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { activationCode } from '../../../../common/entities/activationCode';
import { entityUrl } from '../../../engine/data/rowsApi';
import { api } from '../../../shared/api/api';
import { useApp } from '../../../shared/app/appContext';
import { asRecord, asString } from '../../../../common/json';

const MAX_VISIBLE_ROWS = 12;
const MAX_CODE_LENGTH = 60;
/** Events inside the dialog do not reach the row or list below. */
const stopPropagation = (event: SyntheticEvent) => event.stopPropagation();

interface CodesDialogProps {
  readonly ids: readonly number[];
  readonly onClose: () => void;
}
/** Codes as lines; undefined while loading. A refused request shows its own message and closes the dialog. */
function useCodes({ ids, onClose }: CodesDialogProps): string | undefined {
  const [sendRequest] = api.useRequestMutation();
  const [codes, setCodes] = useState<string>();
  const loadCodes = useEffectEvent(async (isCancelled: () => boolean) => {
    const { data } = await sendRequest({
      url: entityUrl(activationCode.name, 'reveal'),
      method: 'POST',
      body: { ids },
    });
    const rawCodes = asRecord(data)?.['codes'];
    const list: readonly unknown[] = Array.isArray(rawCodes) ? rawCodes : [];
    const codeTexts = list.map((rawCode) => asString(asRecord(rawCode)?.['code'], MAX_CODE_LENGTH));
    if (isCancelled()) return;
    if (codeTexts.length > 0) setCodes(codeTexts.join('\n'));
    else onClose();
  });
  useEffect(() => {
    let isUnmounted = false;
    // React's strict mode unmounts the first mount at once; the timer keeps it from sending a request.
    const timer = setTimeout(() => void loadCodes(() => isUnmounted));
    return () => {
      isUnmounted = true;
      clearTimeout(timer);
    };
  }, []);
  return codes;
}

export function CodesDialog(props: CodesDialogProps) {
  const { ids, onClose } = props;
  const { t } = useTranslation();
  const { toasts } = useApp();
  const codes = useCodes(props);
  const count = ids.length;
  const title = count > 1 ? t('activationCodes.titles', { count }) : t('activationCodes.title');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes ?? '');
      toasts.show('success', t('activationCodes.copied'));
    } catch {
      toasts.show('warning', t('activationCodes.copy_failed'));
    }
  };
  return (
    <Dialog
      open
      fullWidth
      maxWidth="xs"
      onClose={onClose}
      onClick={stopPropagation}
      onKeyDown={stopPropagation}
      aria-labelledby="codes-title"
    >
      <DialogTitle id="codes-title">{title}</DialogTitle>
      <DialogContent>
        <Typography sx={{ mb: 4, color: 'text.secondary' }}>{t('activationCodes.noted')}</Typography>
        {codes === undefined ? (
          <CircularProgress size={24} aria-label={title} />
        ) : (
          <TextField
            fullWidth
            multiline={count > 1}
            maxRows={MAX_VISIBLE_ROWS}
            value={codes}
            label={count > 1 ? t('activationCodes.labels') : t('activationCodes.label')}
            slotProps={{ htmlInput: { readOnly: true, spellCheck: false, autoComplete: 'off' } }}
            onFocus={(event) => event.target.select()}
            sx={{ mt: 1, '& input, & textarea': { fontFamily: 'monospace' } }}
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('activationCodes.done')}</Button>
        <Button variant="contained" disabled={codes === undefined} onClick={() => void copy()}>
          {t('activationCodes.copy')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
