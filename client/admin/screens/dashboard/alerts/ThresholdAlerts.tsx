/** Exceeded thresholds, live, with the admin who acknowledged each. */
import Warning from '@mui/icons-material/WarningAmberOutlined';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { AnyEntity } from '../../../../../common/entity/entity';
import { CROSSED_THRESHOLDS_LIST } from '../../../../../common/live/dashboardCards';
import { isMoneyMeasure } from '../../../../../common/live/thresholdMeasure';
import { formatCents } from '../../../../../common/text/cents';
import { useEngine } from '../../../../engine/engineContext';
import { rowsApi } from '../../../../engine/data/rowsApi';
import { usePermissions } from '../../../../engine/usePermissions';
import { useRows } from '../../../../engine/data/useRows';
import { useTitles } from '../../../../engine/data/useTitles';
import { api } from '../../../../shared/api/api';
import { useBootstrap } from '../../../../shared/api/bootstrap';
import { useAppSelector } from '../../../../shared/app/createStore';
import { selectCachedRow } from '../../../../shared/store/entities';
import { useFormatters } from '../../../../shared/i18n/format';
import { asRecord } from '../../../../../common/json';

const { e: THRESHOLD, query: CROSSED_QUERY } = CROSSED_THRESHOLDS_LIST;

export function ThresholdAlerts() {
  const { registry } = useEngine();
  const entity = registry.get(THRESHOLD);
  return entity === undefined ? null : <CrossedThresholds entity={entity} />;
}

function CrossedThresholds({ entity }: { readonly entity: AnyEntity }) {
  const { t } = useTranslation();
  const permissions = usePermissions(entity);
  const rows = useRows(entity, CROSSED_QUERY, permissions);
  const ids = [...rows.list.pendingIds, ...rows.list.ids].slice(0, CROSSED_QUERY.limit);
  if (!permissions.can('read') || ids.length === 0) return null;
  return (
    <Stack
      component="ul"
      aria-label={t('dashboard.alert.all')}
      aria-live="polite"
      sx={{ m: 0, mt: 4, p: 0, gap: 2, listStyle: 'none' }}
    >
      {ids.map((id) => (
        <ThresholdAlert key={id} entity={entity} id={id} canAcknowledge={permissions.canRunAction('acknowledge')} />
      ))}
    </Stack>
  );
}

/** Value measured when the alert was raised; undefined when the reader may not read the measure. */
function useMeasuredValue(entity: AnyEntity, id: number, raisedAt: number): number | undefined {
  const request = { url: `/admin/${entity.name}/found`, params: { id }, isSilent: true, allowsParallel: true };
  const { data, refetch } = api.useReadQuery(request, { refetchOnMountOrArgChange: true });
  const refetchValue = useEffectEvent(() => void refetch());
  const requestedFor = useRef(raisedAt);
  useEffect(() => {
    if (requestedFor.current === raisedAt) return;
    requestedFor.current = raisedAt;
    refetchValue();
  }, [raisedAt]);
  const value = asRecord(data)?.['found'];
  return typeof value === 'number' ? value : undefined;
}

interface ThresholdAlertProps {
  readonly entity: AnyEntity;
  readonly id: number;
  readonly canAcknowledge: boolean;
}
function ThresholdAlert({ entity, id, canAcknowledge }: ThresholdAlertProps) {
  const { t } = useTranslation();
  const format = useFormatters();
  const row = useAppSelector(selectCachedRow(entity.name, id))?.row;
  const number = (name: string) => (typeof row?.[name] === 'number' ? row[name] : 0);
  const { registry } = useEngine();
  const isMoney = row !== undefined && isMoneyMeasure(registry, row['figure']);
  const formatMeasured = (value: number) => (isMoney ? format.money(formatCents(value)) : format.number(value));
  const measured = useMeasuredValue(entity, id, number('raised_time'));
  if (row === undefined || row['state'] === 'calm') return null;
  const texts = {
    title: typeof row['title'] === 'string' ? row['title'] : '',
    threshold: formatMeasured(number('bound')),
  };
  const direction = row['side'] === 'below' ? 'below' : 'above';
  const text =
    measured === undefined
      ? t(`dashboard.alert.passed_${direction}`, texts)
      : t(`dashboard.alert.${direction}`, { ...texts, value: formatMeasured(measured) });
  return (
    <Stack
      component="li"
      direction="row"
      sx={{
        alignItems: 'center',
        gap: 3,
        px: 4,
        py: 2,
        border: 1,
        borderColor: 'warning.main',
        borderRadius: '10px',
        bgcolor: 'background.paper',
        flexWrap: 'wrap',
      }}
    >
      <Warning sx={{ color: 'warning.main' }} />
      <Typography
        component={Link}
        to={`/admin/${entity.name}/${id}`}
        sx={{ flex: 1, minWidth: 180, color: 'text.primary', textDecoration: 'none' }}
      >
        {text}
      </Typography>
      <Typography variant="caption" sx={{ color: 'text.secondary' }}>
        {t('dashboard.since', { time: format.time(number('raised_time')) })}
      </Typography>
      <Acknowledgement
        entity={entity}
        id={id}
        canAcknowledge={canAcknowledge}
        isTaken={row['state'] === 'acknowledged'}
        takenBy={row['acknowledged_by']}
      />
    </Stack>
  );
}

interface AcknowledgementProps extends ThresholdAlertProps {
  readonly isTaken: boolean;
  readonly takenBy: unknown;
}
/** Name of the admin who acknowledged the alert, or the button to acknowledge it. */
function Acknowledgement({ entity, id, canAcknowledge, isTaken, takenBy }: AcknowledgementProps) {
  const { t } = useTranslation();
  const [runAction, { isLoading }] = rowsApi.useActMutation();
  const person = typeof takenBy === 'number' ? takenBy : 0;
  const { entities } = useBootstrap();
  // Readers without permission for admins get no names.
  const names = useTitles('admin', person === 0 || entities['admin'] === undefined ? [] : [person]);
  if (isTaken) {
    return (
      <Typography variant="body2" sx={{ fontWeight: 500 }}>
        {t('dashboard.alert.taken', { name: names[person] ?? `#${person}` })}
      </Typography>
    );
  }
  if (!canAcknowledge) return null;
  return (
    <Button
      size="small"
      variant="outlined"
      disabled={isLoading}
      onClick={() => void runAction({ e: entity.name, id, action: 'acknowledge' })}
    >
      {t('dashboard.alert.take')}
    </Button>
  );
}
