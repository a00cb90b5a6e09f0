/** API tokens: permissions are ticked, and the token is shown to its owner once. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiToken } from '../../../../common/entities/apiToken';
import type { CellProps } from '../../../engine/kinds/kindView';
import { override } from '../../../engine/override';
import { useBootstrap } from '../../../shared/bootstrap';
import { asText } from '../../../shared/persist';
import { NodesInput } from '../NodesInput';
import { jointPart } from '../../../ui/lazyPart';

const ShowToken = jointPart(async () => (await import('./ShowToken')).ShowToken);

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
        show: t('authority.token_show'),
        title: t('authority.token_title', { name: asText(row['name']) }),
        once: t('authority.token_once'),
        label: t('authority.token'),
      }}
    />
  );
}

export const apiTokenScreen = override(apiToken, { inputs: { scopes: NodesInput }, cells: { shown_time: ShownCell } });
