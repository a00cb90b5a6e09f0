/** Button that shows the link of a new kiosk display to its owner. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CellProps } from '../../../engine/fieldTypes/fieldType';
import { useBootstrap } from '../../../shared/api/bootstrap';
import { asString } from '../../../../common/json';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { ShowToken } from '../apiToken/ShowToken';
import { createKioskLink } from '../../kiosk/kioskLink';

export function KioskLinkCell({ value, row }: CellProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const { admin } = useBootstrap();
  const [isRequested, setIsRequested] = useState(false);
  // The live update of the row can arrive before the response with the link.
  if ((value !== null && !isRequested) || row['admin_id'] !== admin.id) return null;
  return (
    <ShowToken
      id={Number(row['id'])}
      entity="wall_screen"
      isShown={value !== null}
      formatToken={createKioskLink}
      onRequest={() => setIsRequested(true)}
      labels={{
        show: t('dashboard.wall.link_show'),
        title: t('dashboard.wall.link_title', { name: asString(row['name']) }),
        once: t('dashboard.wall.link_once'),
        label: t('dashboard.wall.link'),
      }}
    />
  );
}
