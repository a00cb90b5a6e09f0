/** Cell with the button that shows a new token once to its owner. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asString } from '../../../../common/json';
import type { CellProps } from '../../../engine/fieldTypes/fieldType';
import { useBootstrap } from '../../../shared/api/bootstrap';
import { ShowToken } from './ShowToken';

export function ShowTokenCell({ value, row }: CellProps) {
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
