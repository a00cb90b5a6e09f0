/** Shows the link of a new wall screen to its owner. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CellProps } from '../../engine/kinds/kindView';
import { useBootstrap } from '../../shared/bootstrap';
import { asText } from '../../shared/persist';
import { useLaterWords } from '../../shared/useLaterWords';
import { ShowToken } from '../overrides/apiToken/ShowToken';
import { wallLink } from './wallLink';

export function WallLinkCell({ value, row }: CellProps) {
  useLaterWords();
  const { t } = useTranslation();
  const { admin } = useBootstrap();
  const [asked, setAsked] = useState(false);
  // The row says that the link was shown before the answer that shows it has arrived.
  if ((value !== null && !asked) || row['admin_id'] !== admin.id) return null;
  return (
    <ShowToken
      id={Number(row['id'])}
      noun="wall_screen"
      shown={value !== null}
      print={wallLink}
      onAsk={() => setAsked(true)}
      said={{
        show: t('dashboard.wall.link_show'),
        title: t('dashboard.wall.link_title', { name: asText(row['name']) }),
        once: t('dashboard.wall.link_once'),
        label: t('dashboard.wall.link'),
      }}
    />
  );
}
