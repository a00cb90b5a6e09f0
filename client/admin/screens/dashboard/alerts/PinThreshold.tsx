/** Pins a threshold to a figure: once it is passed, everybody who may know hears of it. */
import Notifications from '@mui/icons-material/AddAlertOutlined';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { threshold } from '../../../../../common/entities/threshold';
import type { Card } from '../../../../../common/live/dashboardCards';
import { isMoneyMetric, thresholdMeasure } from '../../../../../common/live/thresholdMetric';
import { THRESHOLD_PERIODS, type ThresholdPeriod } from '../../../../../common/thresholdPeriods';
import { parseCents } from '../../../../../common/text/cents';
import { useEngine } from '../../../../engine/engineContext';
import { rowsApi } from '../../../../engine/data/rowsApi';
import { useApp } from '../../../../shared/app/appContext';
import { hasPermission, useBootstrap } from '../../../../shared/api/bootstrap';
import { useEntityLabels } from '../../../../shared/i18n/i18n';

export function PinThreshold({ card, title }: { readonly card: Card; readonly title: string }) {
  const { t } = useTranslation();
  const { permissions } = useBootstrap();
  const [open, setOpen] = useState(false);
  if (!hasPermission(permissions, 'threshold/add')) return null;
  const label = t('dashboard.alert.pin', { title });
  return (
    <>
      <Tooltip title={label}>
        <IconButton
          size="small"
          aria-label={label}
          onClick={() => setOpen(true)}
          sx={{
            position: 'absolute',
            top: 8,
            right: 8,
            zIndex: 1,
            bgcolor: 'background.paper',
            color: 'text.disabled',
            opacity: 0,
            'section:hover &, &:focus-visible': { opacity: 1 },
            // a finger does not hover
            '@media (hover: none)': { position: 'static', my: -1, opacity: 1 },
          }}
        >
          <Notifications sx={{ fontSize: 16 }} />
        </IconButton>
      </Tooltip>
      {open && <PinDialog {...{ card, title }} onClose={() => setOpen(false)} />}
    </>
  );
}

const SIDES = ['above', 'below'] as const;
const PERIODS = Object.keys(THRESHOLD_PERIODS) as readonly ThresholdPeriod[]; // keys of that very table
/** A number of rows, or an amount with at most two places, in cents. */
function boundIn(text: string, isMoney: boolean): number | undefined {
  const plain = text.trim();
  if (isMoney) return parseCents(plain);
  return /^-?\d{1,12}$/.test(plain) ? Number(plain) : undefined;
}

interface PinDialogProps {
  readonly card: Card;
  readonly title: string;
  readonly onClose: () => void;
}
function PinDialog({ card, title, onClose }: PinDialogProps) {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const words = useEntityLabels(threshold);
  const [side, setSide] = useState<string>('above');
  const [period, setPeriod] = useState<string>(card.kind === 'today' ? 'today' : 'total');
  const [bound, setBound] = useState('');
  const [create, { isLoading }] = rowsApi.useCreateMutation();
  const { registry } = useEngine();
  const figure = thresholdMeasure(registry, card);
  const isMoney = isMoneyMetric(registry, figure);
  const number = boundIn(bound, isMoney);
  const whole = number !== undefined;
  const save = async () => {
    const body = { title: title.slice(0, 40), figure, side, period, bound: number };
    const answer = await create({ e: threshold.name, body });
    if ('error' in answer) {
      toasts.show('error', t('dashboard.alert.not_pinned'));
      return;
    }
    toasts.show('success', answer.data.said ?? t('dashboard.alert.pinned'));
    onClose();
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs">
      <DialogTitle>{t('dashboard.alert.pin', { title })}</DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 4, pt: 1 }}>
          <Choice field="side" value={side} options={SIDES} onChange={setSide} />
          <TextField
            label={words.fields['bound'] ?? ''}
            value={bound}
            error={bound !== '' && !whole}
            helperText=" "
            slotProps={{ htmlInput: { inputMode: isMoney ? 'decimal' : 'numeric' } }}
            onChange={(event) => setBound(event.target.value)}
          />
          <Choice field="period" value={period} options={PERIODS} onChange={setPeriod} />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('dashboard.arrange.cancel')}</Button>
        <Button variant="contained" disabled={!whole || isLoading} onClick={() => void save()}>
          {t('dashboard.alert.save')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface ChoiceProps {
  readonly field: 'side' | 'period';
  readonly value: string;
  readonly options: readonly string[];
  readonly onChange: (value: string) => void;
}
function Choice({ field, value, options, onChange }: ChoiceProps) {
  const words = useEntityLabels(threshold);
  return (
    <TextField
      select
      label={words.fields[field] ?? ''}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {options.map((one) => (
        <MenuItem key={one} value={one}>
          {words.choices[field]?.[one]}
        </MenuItem>
      ))}
    </TextField>
  );
}
