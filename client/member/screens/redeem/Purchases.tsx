/** The plugins that the member bought, and the keys with which consoles buy for the member. Nothing while the catalogue is closed and nothing was bought. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState, type ReactNode, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { PAYMENTS } from '../../../../common/entities/pluginPurchase';
import { useFormatters } from '../../../shared/i18n/format';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { ReadOnlyDuringSupport } from '../../support/ReadOnlyDuringSupport';
import { purchasesApi, type OwnKey, type OwnPurchase } from './purchasesApi';

interface LineProps {
  readonly title: string;
  readonly help: string;
  readonly end: ReactNode;
}
function Line({ title, help, end }: LineProps) {
  return (
    <Stack
      component="li"
      direction="row"
      sx={{ gap: 3, py: 3, alignItems: 'center', borderBottom: 1, borderColor: 'divider' }}
    >
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography>{title}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {help}
        </Typography>
      </Box>
      {end}
    </Stack>
  );
}

function PurchaseLine({ purchase }: { readonly purchase: OwnPurchase }) {
  const { t } = useTranslation();
  const format = useFormatters();
  const { title, number, time, paidBy, money, score, isRefunded } = purchase;
  const amounts: Readonly<Record<string, string>> = {
    [PAYMENTS.money]: format.money(money),
    [PAYMENTS.score]: t('market.points', { count: score }),
    [PAYMENTS.code]: t('market.member.by_code'),
  };
  return (
    <Line
      title={title || number}
      help={`${number} · ${format.dateTime(time)} · ${t(isRefunded ? 'market.member.refunded' : 'market.member.paid')}`}
      end={<Typography sx={{ textDecoration: isRefunded ? 'line-through' : 'none' }}>{amounts[paidBy]}</Typography>}
    />
  );
}

function KeyLine({ marketKey, onRevoked }: { readonly marketKey: OwnKey; readonly onRevoked: () => void }) {
  const { t } = useTranslation();
  const format = useFormatters();
  const [revoke, { isLoading }] = purchasesApi.useRevokeKeyMutation();
  const { id, name, expireTime, lastUsedTime } = marketKey;
  const used =
    lastUsedTime === 0 ? t('market.member.unused') : t('market.member.used', { date: format.dateTime(lastUsedTime) });
  const end = async () => {
    if ((await revoke({ id })).error === undefined) onRevoked();
  };
  return (
    <Line
      title={name}
      help={`${t('market.member.expires', { date: format.dateTime(expireTime) })} · ${used}`}
      end={
        <Button color="error" loading={isLoading} onClick={() => void end()}>
          {t('market.member.revoke')}
        </Button>
      }
    />
  );
}

function AddKeyForm({ onAdded }: { readonly onAdded: () => void }) {
  const { t } = useTranslation();
  const [addKey, { data: made = '', isLoading }] = purchasesApi.useAddKeyMutation();
  const [name, setName] = useState('');
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if ((await addKey({ name: name.trim() })).error !== undefined) return;
    setName('');
    onAdded();
  };
  return (
    <Stack component="form" noValidate onSubmit={(event) => void submit(event)} sx={{ gap: 3 }}>
      {made !== '' && (
        <Alert severity="success" sx={{ overflowWrap: 'anywhere' }}>
          {t('market.member.made')}
          <Typography component="code" sx={{ display: 'block', fontFamily: 'monospace' }}>
            {made}
          </Typography>
        </Alert>
      )}
      <TextField
        label={t('market.member.name')}
        value={name}
        helperText={t('market.member.name_help')}
        onChange={({ target }) => setName(target.value)}
        slotProps={{ htmlInput: { maxLength: 30 } }}
      />
      <Button
        type="submit"
        variant="outlined"
        loading={isLoading}
        disabled={name.trim() === ''}
        sx={{ alignSelf: 'flex-start' }}
      >
        {t('market.member.add')}
      </Button>
    </Stack>
  );
}

const LIST = { listStyle: 'none', m: 0, p: 0 } as const;

export function Purchases() {
  useLazyTranslations();
  const { t } = useTranslation();
  const { data: purchases = [] } = purchasesApi.useOwnPurchasesQuery(undefined);
  const { data: keys, refetch } = purchasesApi.useOwnKeysQuery(undefined);
  if (keys === undefined || (!keys.isOpen && purchases.length === 0)) return null;
  return (
    <Stack sx={{ gap: 4, mt: 6 }}>
      <Typography variant="h2">{t('market.member.title')}</Typography>
      {purchases.length === 0 ? (
        <Typography sx={{ color: 'text.secondary' }}>{t('market.member.none')}</Typography>
      ) : (
        <Box component="ul" sx={LIST}>
          {purchases.map((purchase) => (
            <PurchaseLine key={purchase.id} purchase={purchase} />
          ))}
        </Box>
      )}
      {keys.isOpen && (
        <ReadOnlyDuringSupport>
          <Stack component="section" sx={{ gap: 3 }}>
            <Typography variant="h3">{t('market.member.keys')}</Typography>
            <Typography sx={{ color: 'text.secondary' }}>{t('market.member.keys_help')}</Typography>
            <Box component="ul" sx={LIST}>
              {keys.list.map((one) => (
                <KeyLine key={one.id} marketKey={one} onRevoked={() => void refetch()} />
              ))}
            </Box>
            <AddKeyForm onAdded={() => void refetch()} />
          </Stack>
        </ReadOnlyDuringSupport>
      )}
    </Stack>
  );
}
