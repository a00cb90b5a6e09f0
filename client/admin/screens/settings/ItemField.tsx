/** One setting: a form of one field, with everything a form has: live values, conflicts, drafts and who is at it. */
import MoreIcon from '@mui/icons-material/MoreVert';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Skeleton from '@mui/material/Skeleton';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../../../common/entities/config';
import type { Wire } from '../../../../common/entity/project';
import { Conflicts } from '../../../engine/conflict/Conflicts';
import type { RowHandlers } from '../../../engine/list/rowHandlers';
import { RowHandle } from '../../../engine/list/RowHandle';
import { FormField } from '../../../engine/form/FormField';
import { useForm, type Form } from '../../../engine/useForm';
import { useMay } from '../../../engine/useMay';
import { useLang } from '../../../shared/i18n';
import { asText } from '../../../shared/persist';
import { itemEntity, itemTitle, signOf } from './itemEntity';
import { SecondPerson } from './SecondPerson';
import { SecretField } from './SecretField';
import { lazyPart } from '../../../ui/lazyPart';

const DraftOffers = lazyPart(async () => (await import('../../../engine/keeping/DraftOffers')).DraftOffers, 'none');

export interface ItemProps {
  readonly row: Wire;
  /** Absent where the order cannot be changed. */
  readonly order: Pick<RowHandlers, 'place'> | undefined;
  /** Keeps the form where the screen's one Save finds it. */
  readonly onForm: (id: number, form: Form | null) => void;
  readonly onEdit: (id: number) => void;
  readonly onRemove: (id: number) => void;
}

function ItemMenu({ row, onEdit, onRemove }: Omit<ItemProps, 'onForm' | 'order'>) {
  const { t } = useTranslation();
  const lang = useLang();
  const rights = useMay(config);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = Number(row['id']);
  const removable = rights.may('remove') && row['allow_del'] === 1;
  if (!rights.may('update') && !removable) return null;
  const choose = (act: (id: number) => void) => () => {
    setAnchor(null);
    act(id);
  };
  return (
    <>
      <IconButton
        size="small"
        aria-haspopup="menu"
        aria-label={t('settings.more', { title: itemTitle(lang, row) })}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreIcon fontSize="small" />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {rights.may('update') && <MenuItem onClick={choose(onEdit)}>{t('settings.change')}</MenuItem>}
        {removable && <MenuItem onClick={choose(onRemove)}>{t('settings.remove')}</MenuItem>}
      </Menu>
    </>
  );
}

function ValueField({ row, onForm }: Pick<ItemProps, 'row' | 'onForm'>) {
  const sign = signOf(row);
  // The same definition for as long as the item means the same.
  const entity = useMemo(() => itemEntity(row), [sign]); // eslint-disable-line react-hooks/exhaustive-deps -- the sign says what of the row counts
  const id = Number(row['id']);
  const form = useForm(entity, id);
  useEffect(() => onForm(id, form));
  useEffect(() => () => onForm(id, null), [id, onForm]);
  if (!form.draft.loaded) return <Skeleton height={64} />;
  return (
    <>
      {form.kept.offers.length > 0 && (
        <Suspense fallback={null}>
          <DraftOffers form={form} />
        </Suspense>
      )}
      <FormField form={form} field="value" />
      <SecondPerson row={row} form={form} />
      <Conflicts form={form} onCopy={() => void form.copy()} />
    </>
  );
}

const look = {
  ...{ display: 'flex', alignItems: 'flex-start', gap: 1, py: 3, borderBottom: 1, borderColor: 'divider' },
  '&[data-over=at]': { boxShadow: 'inset 0 2px 0 var(--mui-palette-primary-main)' },
};

export function ItemField(props: ItemProps) {
  const { row, onForm, order } = props;
  const lang = useLang();
  return (
    <Box data-item={asText(row['name'])} data-id={Number(row['id'])} sx={look}>
      {order && (
        <RowHandle entity={config} id={Number(row['id'])} title={itemTitle(lang, row)} reachable handlers={order} />
      )}
      <Box sx={{ flex: 1, minWidth: 0, maxWidth: 640 }}>
        {row['type'] === 'secret' ? (
          <SecretField row={row} />
        ) : (
          <ValueField key={signOf(row)} row={row} onForm={onForm} />
        )}
      </Box>
      <ItemMenu {...props} />
    </Box>
  );
}
