/** API tokens: permissions are ticked, and the token is shown to its owner once. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiToken } from '../../../../common/entities/apiToken';
import type { CellProps } from '../../../engine/fieldTypes/fieldType';
import { defineOverride } from '../../../engine/override';
import { useBootstrap } from '../../../shared/api/bootstrap';
import { asString } from '../../../../common/json';
import { NodesInput } from '../NodesInput';
import { lazyTogether } from '../../../ui/lazyWithRetry';

const ShowToken = lazyTogether(async () => (await import('./ShowToken')).ShowToken);

function ShownCell({ value, row }: CellProps) {
  const { t } = useTranslation();
  const { admin } = useBootstrap();
  const [asked, setAsked] = useState(false);
  // The row says that the token was shown before the answer that shows it has arrived.
  if ((value !== null && !asked) || row['admin_id'] !== admin.id) return null;
  return (
    <ShowToken
      id={Number(row['id'])}
      shown={value !== null}
      onAsk={() => setAsked(true)}
      noun="api_token"
      said={{
        show: t('tokens.token_show'),
        title: t('tokens.token_title', { name: asString(row['name']) }),
        once: t('tokens.token_once'),
        label: t('tokens.token'),
      }}
    />
  );
}

export const apiTokenScreen = defineOverride(apiToken, {
  inputs: { scopes: NodesInput },
  cells: { shown_time: ShownCell },
});
