/** One setting: a form of one field with live values, conflicts, drafts and presence. */
import MoreIcon from '@mui/icons-material/MoreVert';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Skeleton from '@mui/material/Skeleton';
import { memo, Suspense, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { config } from '../../../../common/entities/config';
import type { WireRow } from '../../../../common/entity/projectRow';
import { ConflictDialogs } from '../../../engine/conflict/ConflictDialogs';
import type { RowHandlers } from '../../../engine/list/useRowHandlers';
import { DragHandle } from '../../../engine/list/tree/DragHandle';
import { FormField } from '../../../engine/form/FormField';
import type { EntityFormState } from '../../../engine/formState/entityFormState';
import { useForm } from '../../../engine/form/useForm';
import { usePermissions } from '../../../engine/usePermissions';
import { useLanguage } from '../../../shared/i18n/i18n';
import { asString } from '../../../../common/json';
import { createSettingEntity, getSettingTitle, getSettingDefinitionKey } from './settingEntity';
import { PendingApproval } from './PendingApproval';
import { SecretField } from './SecretField';
import { lazyWithRetry } from '../../../ui/lazyWithRetry';

const DraftOffers = lazyWithRetry(
  async () => (await import('../../../engine/autosave/DraftOffers')).DraftOffers,
  'none',
);

export interface ItemProps {
  readonly row: WireRow;
  /** Undefined where the order cannot be changed. */
  readonly order: Pick<RowHandlers, 'onMove'> | undefined;
  /** Registers the form for the common Save button. */
  readonly onForm: (id: number, form: EntityFormState | null) => void;
  readonly onEdit: (id: number) => void;
  readonly onRemove: (id: number) => void;
}

function ItemMenu({ row, onEdit, onRemove }: Omit<ItemProps, 'onForm' | 'order'>) {
  const { t } = useTranslation();
  const lang = useLanguage();
  const permissions = usePermissions(config);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = Number(row['id']);
  const canRemove = permissions.can('remove') && row['allow_del'] === 1;
  if (!permissions.can('update') && !canRemove) return null;
  const choose = (onChoose: (id: number) => void) => () => {
    setAnchor(null);
    onChoose(id);
  };
  return (
    <>
      <IconButton
        size="small"
        aria-haspopup="menu"
        aria-label={t('settings.more', { title: getSettingTitle(lang, row) })}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreIcon fontSize="small" />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {permissions.can('update') && <MenuItem onClick={choose(onEdit)}>{t('settings.change')}</MenuItem>}
        {canRemove && <MenuItem onClick={choose(onRemove)}>{t('settings.remove')}</MenuItem>}
      </Menu>
    </>
  );
}

function ValueField({ row, onForm }: Pick<ItemProps, 'row' | 'onForm'>) {
  const key = getSettingDefinitionKey(row);
  // Keeps the entity's identity while its definition is equal.
  const entity = useMemo(() => createSettingEntity(row), [key]); // eslint-disable-line react-hooks/exhaustive-deps -- the key represents the row
  const id = Number(row['id']);
  const form = useForm(entity, id);
  useEffect(() => onForm(id, form));
  useEffect(() => () => onForm(id, null), [id, onForm]);
  if (!form.draft.isLoaded) return <Skeleton height={64} />;
  return (
    <>
      {form.autosave.offers.length > 0 && (
        <Suspense fallback={null}>
          <DraftOffers form={form} />
        </Suspense>
      )}
      <FormField form={form} field="value" />
      <PendingApproval row={row} form={form} />
      <ConflictDialogs form={form} onSaveAsNew={() => void form.saveAsNew()} />
    </>
  );
}

const rowStyle = {
  display: 'flex',
  alignItems: 'flex-start',
  gap: 1,
  py: 3,
  borderBottom: 1,
  borderColor: 'divider',
  '&[data-over=at]': { boxShadow: 'inset 0 2px 0 var(--mui-palette-primary-main)' },
  // The handle and the menu appear under the pointer and with the focus; touch screens have no hover.
  '@media (hover: hover)': {
    '& [data-handle], & > [aria-haspopup=menu]': { opacity: 0 },
    '&:hover, &:focus-within': { '& [data-handle], & > [aria-haspopup=menu]': { opacity: 1 } },
  },
};

function ItemFieldView(props: ItemProps) {
  const { row, onForm, order } = props;
  const lang = useLanguage();
  return (
    <Box data-item={asString(row['name'])} data-id={Number(row['id'])} sx={rowStyle}>
      {order && (
        <DragHandle
          entity={config}
          id={Number(row['id'])}
          title={getSettingTitle(lang, row)}
          isTabStop
          handlers={order}
        />
      )}
      <Box sx={{ flex: 1, minWidth: 0, maxWidth: 640 }}>
        {row['type'] === 'secret' ? (
          <SecretField row={row} />
        ) : (
          <ValueField key={getSettingDefinitionKey(row)} row={row} onForm={onForm} />
        )}
      </Box>
      <ItemMenu {...props} />
    </Box>
  );
}
export const ItemField = memo(ItemFieldView);
