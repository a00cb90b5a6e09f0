/** Seven days of balance or points as bars around a line, labelled in place; a table for who cannot see it. */
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppSelector } from '../../../shared/createStore';
import { useFormat } from '../../../shared/format';
import { asOneOf } from '../../../shared/persist';
import { selectSettings } from '../../../shared/settings';
import { saySigned, WEALTH_KINDS, type WealthKind } from '../../wealth/amounts';
import type { OverviewData } from './overviewApi';

const HEIGHT = 112;

interface BarsProps {
  readonly kind: WealthKind;
  readonly days: readonly string[];
  readonly values: readonly number[];
  readonly hidden: boolean;
}
function Bars({ kind, days, values, hidden }: BarsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const most = Math.max(1, ...values.map(Math.abs));
  const sum = saySigned(
    format,
    kind,
    values.reduce((all, one) => all + one, 0),
  );
  const label = t('wealth.week_summary', { name: t(`wealth.name.${kind}`), sum: hidden ? '••••' : sum });
  return (
    <Stack direction="row" role="img" aria-label={label} sx={{ gap: { xs: 1, sm: 3 } }}>
      {days.map((day, at) => {
        const value = values[at] ?? 0;
        const tall = hidden ? 0 : Math.round((Math.abs(value) / most) * HEIGHT);
        return (
          <Box key={day} sx={{ flex: 1, minWidth: 0, textAlign: 'center' }}>
            <Box
              sx={{
                height: HEIGHT + 20,
                display: 'flex',
                flexDirection: 'column',
                justifyContent: 'flex-end',
                alignItems: 'center',
              }}
            >
              <Typography
                variant="caption"
                sx={{ whiteSpace: 'nowrap', color: 'text.secondary', display: { xs: 'none', sm: 'block' } }}
              >
                {value === 0 || hidden ? '' : saySigned(format, kind, value)}
              </Typography>
              <Box
                sx={{
                  width: '60%',
                  maxWidth: 40,
                  height: Math.max(2, tall),
                  borderRadius: '4px 4px 0 0',
                  bgcolor: value === 0 || hidden ? 'divider' : value < 0 ? 'error.main' : 'primary.main',
                }}
              />
            </Box>
            <Typography variant="caption" sx={{ color: 'text.secondary' }}>
              {day.slice(5)}
            </Typography>
          </Box>
        );
      })}
    </Stack>
  );
}

export function WeekChart({ overview }: { readonly overview: OverviewData | undefined }) {
  const { t } = useTranslation();
  const { discreet } = useAppSelector(selectSettings);
  const [kind, setKind] = useState<WealthKind>('money');
  return (
    <Card component="section" sx={{ p: 6 }}>
      <Stack direction="row" sx={{ alignItems: 'center', mb: 4, gap: 3 }}>
        <Typography variant="h2" sx={{ flex: 1 }}>
          {t('wealth.week')}
        </Typography>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={kind}
          onChange={(_, next: unknown) => setKind(asOneOf(next, WEALTH_KINDS, kind))}
        >
          {WEALTH_KINDS.map((one) => (
            <ToggleButton key={one} value={one}>
              {t(`wealth.name.${one}`)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Stack>
      {overview === undefined ? (
        <Skeleton height={HEIGHT + 40} />
      ) : (
        <Bars kind={kind} days={overview.days} values={overview[kind]} hidden={discreet} />
      )}
    </Card>
  );
}
