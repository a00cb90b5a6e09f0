/**
 * The plugins that the member bought, and the keys with which consoles buy for the member. Nothing while the catalogue is closed and
 * nothing was bought.
 */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { pluginPurchase } from '../../../../common/entities/pluginPurchase';
import type { TopicSpec } from '../../../../common/protocol/liveEvents';
import { useCopyText } from '../../../engine/conflict/useCopyText';
import { useTopic } from '../../../shared/app/useTopic';
import { useLanguage } from '../../../shared/i18n/i18n';
import { useFormatters } from '../../../shared/i18n/format';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { ReadOnlyDuringSupport } from '../../support/ReadOnlyDuringSupport';
import { setSearch } from '../../router';
import { CATALOGUE_VIEW } from './catalogue/useCatalogueParams';
import { PurchaseLine } from './PurchaseLine';
import { ListLine, LIST_STYLE } from './ListLine';
import { purchasesApi, type OwnKey } from './purchasesApi';

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
    <ListLine
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
  const copy = useCopyText();
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
        <Alert
          severity="success"
          sx={{ overflowWrap: 'anywhere' }}
          action={
            <Button size="small" color="inherit" onClick={() => void copy(made)}>
              {t('market.member.copy')}
            </Button>
          }
        >
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

const TOPIC: TopicSpec = {
  k: 'list',
  e: pluginPurchase.name,
  where: { all: [] },
  sort: [{ field: 'id', dir: 'desc' }],
};

/** The purchases of the member with the names of their plugins; a console can buy while the screen is open. */
function useOwnPurchases() {
  const lang = useLanguage();
  const { data, fulfilledTimeStamp, refetch } = purchasesApi.useOwnPurchasesQuery(undefined);
  const reload = () => void refetch();
  useTopic(data ? TOPIC : null, data?.seq, { onFrame: reload, onReset: reload }, fulfilledTimeStamp);
  const ids = [...new Set((data?.list ?? []).map(({ pluginId }) => pluginId))];
  const { data: names = {} } = purchasesApi.usePluginNamesQuery({ ids, lang }, { skip: ids.length === 0 });
  return { purchases: data?.list ?? [], names };
}

function Keys({ keys, onChanged }: { readonly keys: readonly OwnKey[]; readonly onChanged: () => void }) {
  const { t } = useTranslation();
  return (
    <Stack component="section" sx={{ gap: 3, mt: 4 }}>
      <Typography variant="h3">{t('market.member.keys')}</Typography>
      <Typography sx={{ color: 'text.secondary' }}>{t('market.member.keys_help')}</Typography>
      <Box component="ul" sx={LIST_STYLE}>
        {keys.map((marketKey) => (
          <KeyLine key={marketKey.id} marketKey={marketKey} onRevoked={onChanged} />
        ))}
      </Box>
      <AddKeyForm onAdded={onChanged} />
    </Stack>
  );
}

export function Purchases() {
  useLazyTranslations();
  const { t } = useTranslation();
  const { purchases, names } = useOwnPurchases();
  const { data: keys, refetch } = purchasesApi.useOwnKeysQuery(undefined);
  if (keys === undefined || (!keys.isOpen && purchases.length === 0)) return null;
  return (
    <Stack sx={{ gap: 4, mt: 6 }}>
      <Typography variant="h2">{t('market.member.title')}</Typography>
      {keys.isOpen && (
        <Button
          variant="outlined"
          sx={{ alignSelf: 'flex-start' }}
          onClick={() => setSearch(new URLSearchParams({ view: CATALOGUE_VIEW }))}
        >
          {t('market.member.browse')}
        </Button>
      )}
      {purchases.length === 0 ? (
        <Typography sx={{ color: 'text.secondary' }}>{t('market.member.none')}</Typography>
      ) : (
        <Box component="ul" sx={LIST_STYLE}>
          {purchases.map((purchase) => (
            <PurchaseLine key={purchase.id} purchase={purchase} plugin={names[purchase.pluginId]} />
          ))}
        </Box>
      )}
      {keys.isOpen && (
        <ReadOnlyDuringSupport>
          <Keys keys={keys.list} onChanged={() => void refetch()} />
        </ReadOnlyDuringSupport>
      )}
    </Stack>
  );
}
