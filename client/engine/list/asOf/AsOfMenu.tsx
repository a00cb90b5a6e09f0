/** The menu of a toolbar that shows the screen as of a past point in time. */
import PastIcon from '@mui/icons-material/EventOutlined';
import Divider from '@mui/material/Divider';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useFormatters } from '../../../shared/i18n/format';
import { MenuButton } from '../../../ui/MenuButton';
import { withAsOf } from './asOfParam';
import { MomentDialog } from './MomentDialog';
import { quickMoments } from './quickMoments';

/** `hasText`: the label stands beside the icon. */
export function AsOfMenu({ hasText = false }: { readonly hasText?: boolean }) {
  const { t } = useTranslation();
  const format = useFormatters();
  const [, setParams] = useSearchParams();
  /** The time at which the choice began; null while nothing is chosen. */
  const [choosingAt, setChoosingAt] = useState<number | null>(null);
  const show = (moment: number) => setParams((before) => withAsOf(before, moment));
  return (
    <>
      <MenuButton label={t('asOf.menu')} icon={<PastIcon fontSize="small" />} hasText={hasText}>
        {(close) => [
          ...quickMoments().map(({ name, moment }) => (
            <MenuItem
              key={name}
              onClick={() => {
                close();
                show(moment);
              }}
            >
              <ListItemText
                primary={t(`asOf.quick.${name}`)}
                secondary={format.dateTime(moment)}
                slotProps={{ secondary: { variant: 'caption' } }}
              />
            </MenuItem>
          )),
          <Divider key="-" />,
          <MenuItem
            key="other"
            onClick={() => {
              close();
              setChoosingAt(Math.floor(Date.now() / 1000));
            }}
          >
            {t('asOf.other')}
          </MenuItem>,
        ]}
      </MenuButton>
      {choosingAt !== null && <MomentDialog initial={choosingAt} onChoose={show} onClose={() => setChoosingAt(null)} />}
    </>
  );
}
