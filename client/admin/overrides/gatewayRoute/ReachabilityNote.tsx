/** Note beside the status of an API: why the gateway does not serve it, or that its plugin is hidden. */
import LinkOff from '@mui/icons-material/LinkOffOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { appPluginVersionApi } from '../../../../common/entities/appPluginVersionApi';
import { PLUGIN_HIDDEN } from '../../../../common/protocol/reachability';
import type { Json } from '../../../../common/entity/field';
import { useRow } from '../../../engine/data/useRow';
import type { CellProps } from '../../../engine/fieldTypes/fieldType';
import type { BelowFieldProps } from '../../../engine/override';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { FallbackCell } from '../FallbackCell';
import { reachabilityApi } from './reachabilityApi';

const { online } = appPluginVersionApi.spec.fields.route_status.options.values;

/** The sentence with the reason or the note; empty without one, or when staff took the API offline. */
export function useUnreachableText(id: number, routeStatus: Json | undefined): string {
  useLazyTranslations();
  const { t } = useTranslation();
  const { data: state } = reachabilityApi.useReachabilityStateQuery(id, { skip: routeStatus !== online });
  if (routeStatus !== online || !state) return '';
  if (state === PLUGIN_HIDDEN) return t('gatewayApis.plugin_hidden');
  return t('gatewayApis.unreachable', { reason: t(`gatewayApis.reasons.${state}`) });
}

export function RouteStatusCell(props: CellProps) {
  const text = useUnreachableText(Number(props.row['id']), props.value);
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, maxWidth: '100%' }}>
      <Box component="span" sx={{ flex: 'none' }}>
        <FallbackCell {...props} />
      </Box>
      {text !== '' && (
        <Tooltip title={text}>
          <Typography component="span" variant="caption" noWrap sx={{ color: 'warning.main', minWidth: 0 }}>
            {text}
          </Typography>
        </Tooltip>
      )}
    </Box>
  );
}

export function ReachabilityNote({ rowId }: BelowFieldProps) {
  const row = useRow(appPluginVersionApi, rowId).cachedRow?.row;
  const text = useUnreachableText(rowId, row?.['route_status']);
  if (text === '') return null;
  return (
    <Alert severity="warning" icon={<LinkOff fontSize="inherit" />} sx={{ mb: 4 }}>
      {text}
    </Alert>
  );
}
