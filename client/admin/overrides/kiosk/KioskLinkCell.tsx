/** Button that shows the link of a new kiosk display to its owner. */
import { useTranslation } from 'react-i18next';
import type { CellProps } from '../../../engine/fieldTypes/fieldType';
import { asString } from '../../../../common/json';
import { useLazyTranslations } from '../../../shared/i18n/useLazyTranslations';
import { OwnTokenCell } from '../apiToken/OwnTokenCell';
import { createKioskLink } from '../../kiosk/kioskLink';

export function KioskLinkCell({ value, row }: CellProps) {
  useLazyTranslations();
  const { t } = useTranslation();
  const labels = {
    show: t('dashboard.wall.link_show'),
    title: t('dashboard.wall.link_title', { name: asString(row['name']) }),
    once: t('dashboard.wall.link_once'),
    label: t('dashboard.wall.link'),
  };
  return <OwnTokenCell value={value} row={row} entity="wall_screen" labels={labels} formatToken={createKioskLink} />;
}
