/** The request of the try-out. */
import Chip from '@mui/material/Chip';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { GatewayRoute } from './gatewayApi';

export interface CallDraft {
  readonly method: string;
  readonly query: string;
  readonly body: string;
  readonly isTest: boolean;
  readonly memberToken: string;
}
interface TryOutFormProps {
  readonly route: GatewayRoute;
  readonly draft: CallDraft;
  readonly onChange: (changes: Partial<CallDraft>) => void;
}
const monospace = { '& input, & textarea': { fontFamily: 'monospace' } };

export function TryOutForm({ route, draft, onChange }: TryOutFormProps) {
  const { t } = useTranslation();
  const { method, body, isTest, memberToken } = draft;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return (
    <Stack sx={{ gap: 3 }}>
      <AddressFields route={route} draft={draft} onChange={onChange} />
      {hasBody && (
        <TextField
          multiline
          minRows={3}
          maxRows={12}
          label={t('gatewayApis.body')}
          value={body}
          onChange={({ target }) => onChange({ body: target.value })}
          slotProps={{ htmlInput: { spellCheck: false } }}
          sx={monospace}
        />
      )}
      {route.item === 'api' && (
        <TextField
          label={t('gatewayApis.member_token')}
          helperText={t('gatewayApis.member_help')}
          value={memberToken}
          onChange={({ target }) => onChange({ memberToken: target.value.trim() })}
          slotProps={{ htmlInput: { spellCheck: false, autoComplete: 'off' } }}
          sx={monospace}
        />
      )}
      <FormControlLabel
        control={<Switch checked={isTest} onChange={(_event, checked) => onChange({ isTest: checked })} />}
        label={t('gatewayApis.test')}
      />
      <ParameterList parameters={route.parameters} />
    </Stack>
  );
}

function ParameterList({ parameters }: Pick<GatewayRoute, 'parameters'>) {
  const { t } = useTranslation();
  if (parameters.length === 0) return null;
  return (
    <Stack sx={{ gap: 2 }}>
      <Typography variant="subtitle2" component="h3">
        {t('gatewayApis.parameters')}
      </Typography>
      {parameters.map(({ name, kind, required, info }) => (
        <Stack key={name} direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography component="code" variant="body2" sx={{ fontFamily: 'monospace' }}>
            {name}
          </Typography>
          <Chip size="small" variant="outlined" label={kind} />
          {required && <Chip size="small" color="primary" variant="outlined" label={t('gatewayApis.required')} />}
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {info}
          </Typography>
        </Stack>
      ))}
    </Stack>
  );
}

function AddressFields({ route, draft, onChange }: TryOutFormProps) {
  const { t } = useTranslation();
  const { method, query } = draft;
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 3 }}>
      <TextField
        select
        label={t('gatewayApis.method')}
        value={method}
        onChange={({ target }) => onChange({ method: target.value })}
        sx={{ minWidth: 120 }}
      >
        {route.methods.map((routeMethod) => (
          <MenuItem key={routeMethod} value={routeMethod}>
            {routeMethod}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        fullWidth
        label={t('gatewayApis.query')}
        helperText={t('gatewayApis.query_help')}
        value={query}
        onChange={({ target }) => onChange({ query: target.value.replace(/^\?/, '') })}
        slotProps={{ htmlInput: { spellCheck: false, autoCapitalize: 'none' } }}
        sx={monospace}
      />
    </Stack>
  );
}
