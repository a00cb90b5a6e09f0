/** Shows the link of a new wall screen to its owner. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CellProps } from '../../engine/fieldTypes/fieldType';
import { useBootstrap } from '../../shared/api/bootstrap';
import { asString } from '../../../common/json';
import { useLazyTranslations } from '../../shared/i18n/useLazyTranslations';
import { ShowToken } from '../overrides/apiToken/ShowToken';
import { kioskLink } from './kioskLink';

export function KioskLinkCell({ value, row }: CellProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const { admin } = useBootstrap();
  const [isRequested, setRequested] = useState(false);
  // The row says that the link was shown before the answer that shows it has arrived.
  if ((value !== null && !isRequested) || row['admin_id'] !== admin.id) return null;
  return (
    <ShowToken
      id={Number(row['id'])}
      noun="wall_screen"
      shown={value !== null}
      print={kioskLink}
      onAsk={() => setRequested(true)}
      said={{
        show: t('dashboard.wall.link_show'),
        title: t('dashboard.wall.link_title', { name: asString(row['name']) }),
        once: t('dashboard.wall.link_once'),
        label: t('dashboard.wall.link'),
      }}
    />
  );
}
