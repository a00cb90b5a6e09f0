/** Sends a signed call through the gateway and shows the request, the text that is signed and the response. */
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { appPluginVersionApi } from '../../../../common/entities/appPluginVersionApi';
import { asString } from '../../../../common/json';
import { useRow } from '../../../engine/data/useRow';
import { gatewayApi, type GatewayRoute } from './gatewayApi';
import { useUnreachableText } from './ReachabilityNote';
import { TryOutForm, type CallDraft } from './TryOutForm';
import { TryOutResult } from './TryOutResult';

interface TryOutDialogProps {
  readonly id: number;
  readonly onClose: () => void;
}

export function TryOutDialog({ id, onClose }: TryOutDialogProps) {
  const { t } = useTranslation();
  const row = useRow(appPluginVersionApi, id).cachedRow?.row;
  const appId = Number(row?.['app_id'] ?? 0);
  const unreachable = useUnreachableText(id, row?.['route_status']);
  const { data: gateway, isLoading } = gatewayApi.useGatewayStateQuery(appId, {
    skip: appId === 0,
    refetchOnMountOrArgChange: true,
  });
  const route = gateway?.routes.find(({ interfaceId }) => interfaceId === id);
  return (
    <Dialog
      open
      fullWidth
      maxWidth="md"
      onClose={onClose}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
      aria-labelledby={`try-out-${id}`}
    >
      <DialogTitle id={`try-out-${id}`} sx={{ overflowWrap: 'anywhere' }}>
        {t('gatewayApis.title', { name: asString(row?.['name']) })}
      </DialogTitle>
      {isLoading && <LinearProgress />}
      {gateway && route && (
        <CallPanel key={id} route={route} onClose={onClose}>
          <Chip
            size="small"
            color={gateway.breaker === 'closed' ? 'success' : 'warning'}
            variant="outlined"
            label={`${t('gatewayApis.upstream', { id: gateway.upstreamId })}: ${t(`gatewayApis.breaker.${gateway.breaker}`)}`}
            sx={{ maxWidth: '100%' }}
          />
        </CallPanel>
      )}
      {row && !isLoading && route === undefined && (
        <>
          <DialogContent>
            <Alert severity="info">{unreachable || t('gatewayApis.offline')}</Alert>
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>{t('gatewayApis.close')}</Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}

interface CallPanelProps {
  readonly route: GatewayRoute;
  readonly onClose: () => void;
  readonly children: ReactNode;
}
function CallPanel({ route, onClose, children }: CallPanelProps) {
  const { t } = useTranslation();
  const [send, { data: result, isLoading: isSending }] = gatewayApi.useTryOutMutation();
  const [draft, setDraft] = useState<CallDraft>({
    method: route.methods[0] ?? 'GET',
    query: '',
    body: '',
    isTest: route.isTest,
    memberToken: '',
  });
  const submit = () => void send({ id: route.interfaceId, ...draft, body: draft.method === 'GET' ? '' : draft.body });
  return (
    <>
      <DialogContent>
        <Stack sx={{ gap: 4 }}>
          <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
            <Typography component="code" sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere', flex: '1 1 auto' }}>
              {route.address}
            </Typography>
            {children}
          </Stack>
          <TryOutForm route={route} draft={draft} onChange={(changes) => setDraft({ ...draft, ...changes })} />
          {result && <TryOutResult result={result} />}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('gatewayApis.close')}</Button>
        <Button variant="contained" loading={isSending} onClick={submit}>
          {t('gatewayApis.send')}
        </Button>
      </DialogActions>
    </>
  );
}
