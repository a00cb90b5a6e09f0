/** Adds a threshold to the metric of a card; readers with permission are alerted when it is exceeded. */
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
import { CARD_KIND, type DashboardCard } from '../../../../../common/live/dashboardCards';
import { isMoneyMeasure, thresholdMeasure } from '../../../../../common/live/thresholdMeasure';
import { THRESHOLD_PERIODS, type ThresholdPeriod } from '../../../../../common/thresholdPeriods';
import { parseCents } from '../../../../../common/text/cents';
import { useEngine } from '../../../../engine/engineContext';
import { rowsApi } from '../../../../engine/data/rowsApi';
import { useApp } from '../../../../shared/app/appContext';
import { isPermissionGranted, useBootstrap } from '../../../../shared/api/bootstrap';
import { useEntityLabels } from '../../../../shared/i18n/i18n';

export function AddThresholdButton({ card, title }: { readonly card: DashboardCard; readonly title: string }) {
  const { t } = useTranslation();
  const { permissions } = useBootstrap();
  const [open, setOpen] = useState(false);
  if (!isPermissionGranted(permissions, 'threshold/add')) return null;
  const label = t('dashboard.alert.pin', { title });
  return (
    <>
      <Tooltip title={label}>
        <IconButton
          size="small"
          aria-label={label}
          onClick={() => setOpen(true)}
          sx={{
            // Above the link of the card, in a place of its own beside the title.
            position: 'relative',
            zIndex: 1,
            my: -1,
            mr: -2,
            alignSelf: 'flex-start',
            color: 'text.disabled',
            opacity: 0,
            'section:hover &, &:focus-visible': { opacity: 1 },
            // touch screens have no hover
            '@media (hover: none)': { opacity: 1 },
          }}
        >
          <Notifications sx={{ fontSize: 16 }} />
        </IconButton>
      </Tooltip>
      {open && <AddThresholdDialog card={card} title={title} onClose={() => setOpen(false)} />}
    </>
  );
}

const SIDES = ['above', 'below'] as const;
const PERIODS = Object.keys(THRESHOLD_PERIODS) as readonly ThresholdPeriod[]; // keys of this very table
/** Parses a number of rows, or an amount with two decimals to cents. */
function parseBound(text: string, isMoney: boolean): number | undefined {
  const plain = text.trim();
  if (isMoney) return parseCents(plain);
  return /^-?\d{1,12}$/.test(plain) ? Number(plain) : undefined;
}

interface AddThresholdDialogProps {
  readonly card: DashboardCard;
  readonly title: string;
  readonly onClose: () => void;
}
function AddThresholdDialog({ card, title, onClose }: AddThresholdDialogProps) {
  const { t } = useTranslation();
  const { toasts } = useApp();
  const labels = useEntityLabels(threshold);
  const [side, setSide] = useState<string>('above');
  const [period, setPeriod] = useState<string>(card.kind === CARD_KIND.today ? 'today' : 'total');
  const [bound, setBound] = useState('');
  const [create, { isLoading }] = rowsApi.useCreateMutation();
  const { registry } = useEngine();
  const measure = thresholdMeasure(registry, card);
  const isMoney = isMoneyMeasure(registry, measure);
  const boundValue = parseBound(bound, isMoney);
  const isValid = boundValue !== undefined;
  const save = async () => {
    const body = { title: title.slice(0, 40), figure: measure, side, period, bound: boundValue };
    const result = await create({ e: threshold.name, body });
    if ('error' in result) {
      toasts.show('error', t('dashboard.alert.not_pinned'));
      return;
    }
    toasts.show('success', result.data.message ?? t('dashboard.alert.pinned'));
    onClose();
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs">
      <DialogTitle>{t('dashboard.alert.pin', { title })}</DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 4, pt: 1 }}>
          <Choice field="side" value={side} options={SIDES} onChange={setSide} />
          <TextField
            label={labels.fields['bound'] ?? ''}
            value={bound}
            error={bound !== '' && !isValid}
            helperText=" "
            slotProps={{ htmlInput: { inputMode: isMoney ? 'decimal' : 'numeric' } }}
            onChange={(event) => setBound(event.target.value)}
          />
          <Choice field="period" value={period} options={PERIODS} onChange={setPeriod} />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('dashboard.arrange.cancel')}</Button>
        <Button variant="contained" disabled={!isValid || isLoading} onClick={() => void save()}>
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
  const labels = useEntityLabels(threshold);
  return (
    <TextField
      select
      label={labels.fields[field] ?? ''}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {options.map((option) => (
        <MenuItem key={option} value={option}>
          {labels.choices[field]?.[option]}
        </MenuItem>
      ))}
    </TextField>
  );
}
