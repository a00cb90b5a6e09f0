/** API tokens: permissions as a tree, and the token shown once to its owner. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiToken } from '../../../../common/entities/apiToken';
import type { CellProps } from '../../../engine/fieldTypes/fieldType';
import { defineOverride } from '../../../engine/override';
import { useBootstrap } from '../../../shared/api/bootstrap';
import { asString } from '../../../../common/json';
import { AdminPermissionsInput, PermissionsCell } from '../permissions/permissionInputs';
import { lazyWithoutSuspense } from '../../../ui/lazyWithRetry';

const ShowToken = lazyWithoutSuspense(async () => (await import('./ShowToken')).ShowToken);

function ShowTokenCell({ value, row }: CellProps) {
  const { t } = useTranslation();
  const { admin } = useBootstrap();
  const [isRequested, setIsRequested] = useState(false);
  // The live update of the row can arrive before the response with the token.
  if ((value !== null && !isRequested) || row['admin_id'] !== admin.id) return null;
  return (
    <ShowToken
      id={Number(row['id'])}
      isShown={value !== null}
      onRequest={() => setIsRequested(true)}
      entity="api_token"
      labels={{
        show: t('tokens.token_show'),
        title: t('tokens.token_title', { name: asString(row['name']) }),
        once: t('tokens.token_once'),
        label: t('tokens.token'),
      }}
    />
  );
}

export const apiTokenOverride = defineOverride(apiToken, {
  inputs: { scopes: AdminPermissionsInput },
  cells: { scopes: PermissionsCell, shown_time: ShowTokenCell },
});
